/// The words that synthetic products are made of, the most frequent first.
///
/// The same lists lie in `Data/vocabulary`, and a test keeps the two equal: they stand here so that an
/// installed command needs no file beside it.
package enum Vocabulary {
  /// What a shop sells under one heading, with the range of its usual prices in minor units.
  package struct Category: Sendable, Hashable {
    package let name: String
    package let prices: ClosedRange<Int>
    package let nouns: [String]

    fileprivate init(_ name: String, _ prices: ClosedRange<Int>, _ nouns: [String]) {
      self.name = name
      self.prices = prices
      self.nouns = nouns
    }
  }

  package static let categories = [
    Category(
      "Shoes", 2990...24900,
      [
        "Boots", "Trainers", "Sandals", "Loafers", "Slippers", "Clogs", "Running Shoes", "Brogues",
      ]),
    Category(
      "Kitchen", 490...14900,
      [
        "Kettle", "Saucepan", "Chopping Board", "Mug", "Teapot", "Colander", "Whisk", "Casserole",
        "Cake Tin", "Pepper Mill",
      ]),
    Category(
      "Books", 500...6900,
      [
        "Notebook", "Cookbook", "Atlas", "Field Guide", "Sketchbook", "Diary", "Picture Book",
      ]),
    Category(
      "Garden", 350...39900,
      [
        "Trowel", "Watering Can", "Plant Pot", "Hose Reel", "Pruning Shears", "Bird Feeder", "Bench",
        "Cold Frame",
      ]),
    Category(
      "Lighting", 1290...44900,
      [
        "Table Lamp", "Pendant", "Lantern", "Desk Lamp", "Wall Light", "Fairy Lights",
      ]),
    Category(
      "Bags", 1990...34900,
      [
        "Backpack", "Tote", "Messenger Bag", "Duffel", "Wallet", "Suitcase", "Pouch",
      ]),
    Category(
      "Toys", 290...8900,
      [
        "Building Blocks", "Jigsaw", "Spinning Top", "Rocking Horse", "Kite", "Hand Puppet", "Marble Run",
      ]),
    Category(
      "Tools", 390...29900,
      [
        "Hammer", "Spirit Level", "Hand Plane", "Chisel Set", "Tool Box", "Bench Vice", "Tape Measure",
      ]),
    Category(
      "Sports", 990...59900,
      [
        "Yoga Mat", "Racket", "Dumbbell", "Climbing Rope", "Helmet", "Skipping Rope", "Football",
      ]),
    Category(
      "Bedding", 1490...49900,
      [
        "Duvet Cover", "Pillow", "Blanket", "Mattress Topper", "Quilt", "Fitted Sheet",
      ]),
    Category(
      "Audio", 1990...129900,
      [
        "Headphones", "Speaker", "Turntable", "Microphone", "Radio", "Amplifier",
      ]),
    Category(
      "Stationery", 100...4900,
      [
        "Fountain Pen", "Pencil Case", "Desk Pad", "Paper Clips", "Ink Bottle", "Envelope Set",
      ]),
    Category(
      "Camping", 790...89900,
      [
        "Tent", "Sleeping Bag", "Camp Stove", "Cool Box", "Hammock", "Head Torch",
      ]),
    Category(
      "Furniture", 4900...299900,
      [
        "Armchair", "Bookcase", "Side Table", "Stool", "Wardrobe", "Sideboard",
      ]),
    Category(
      "Pet Supplies", 250...12900,
      [
        "Dog Bed", "Cat Tree", "Food Bowl", "Lead", "Aquarium", "Scratching Post",
      ]),
    Category("Ceramics", 690...18900, ["Vase", "Serving Bowl", "Plate", "Espresso Cup", "Butter Dish"]),
    Category(
      "Bicycles", 390...489900,
      [
        "Saddle", "Pannier", "Bell", "Touring Bike", "Folding Bike", "Mudguards",
      ]),
    Category(
      "Board Games", 990...9900,
      [
        "Chess Set", "Card Game", "Domino Set", "Strategy Game", "Backgammon Board",
      ]),
    Category(
      "Art Materials", 190...15900,
      [
        "Easel", "Watercolour Set", "Brush Roll", "Canvas Pack", "Charcoal Sticks",
      ]),
    Category(
      "Musical Instruments", 1490...749900,
      [
        "Ukulele", "Guitar Stand", "Metronome", "Harmonica", "Cajón", "Music Stand",
      ]),
    Category("Watches", 3900...999900, ["Wristwatch", "Wall Clock", "Pocket Watch", "Alarm Clock"]),
    Category("Baby", 390...69900, ["Pram", "Cot Mobile", "Bib Set", "Changing Mat", "High Chair"]),
    Category("Model Railways", 450...159900, ["Locomotive", "Rail Set", "Signal Box", "Station Building"]),
    Category("Maps & Globes", 690...45900, ["Desk Globe", "Wall Map", "Star Chart"]),
  ]

  package static let brands = [
    "Alder & Finch", "Hearthside", "Copperline", "Saltmarsh", "Two Rivers", "Møllehus", "Fieldstone",
    "O'Malley's", "Petit Jardin", "Übersee", "Bluewater", "Pinecone Co.", "Marrowby", "Sierra Uno",
    "Ikigai Works", "Thistledown", "Вектор", "Quillfeather", "Zenith 9", "青空", "Brackenfold", "Casa Limón",
    "Nordlysverk", "Emberlight", "Larkspur & Sons", "Tamarindo", "D'Arcy", "Owl & Lantern", "Kestrelmere",
    "Фабрика Снов", "Wren", "Ångström", "Harbour Street", "La Petite Fabrique", "Moss", "Velvet Anvil",
    "山田屋", "Gristmill", "Half Moon Bay", "São Tomé Trading", "Birchbark", "Nine Elms", "Žižka",
    "Paper Boat", "Lowland", "Candela Nuova", "Old Mill Lane",
    "The Very Long Company Name of Upper Thrushcross",
  ]

  package static let adjectives = [
    "Classic", "Lightweight", "Waterproof", "Folding", "Handmade", "Compact", "Adjustable", "Recycled",
    "Heavy-Duty", "Soft", "Insulated", "Vintage", "Organic", "Quiet", "Portable", "Oversized", "Non-Slip",
    "Stackable", "Café", "Extra Long", "½-Inch", "Everyday", "Limited Edition", "Double-Walled",
    "Hand-Painted", "Travel", "Child's", "Professional", "Miniature", "All-Weather", "Ribbed", "Reversible",
  ]

  package static let materials = [
    "Leather", "Oak", "Steel", "Linen", "Bamboo", "Glass", "Wool", "Canvas", "Copper", "Cork", "Ceramic",
    "Cotton", "Aluminium", "Felt", "Walnut", "Rubber", "Enamel", "Beech", "Brass", "Jute", "Marble", "Hemp",
    "Papier-Mâché", "Cast-Iron",
  ]

  /// Whole names, in many scripts.
  package static let titles = [
    "手作りの陶器マグカップ", "竹製まな板セット（大・中・小）", "折りたたみ自転車 20インチ", "Чайник эмалированный с крышкой",
    "Складная туристическая лампа", "Ёлочная игрушка «Снегирь»", "حقيبة جلدية للسفر",
    "مصباح مكتب قابل للتعديل", "가죽 노트북 가방", "도자기 찻잔 세트", "Øreklokker med støydemping",
    "Τσάντα πλάτης για πεζοπορία", "นาฬิกาแขวนผนังไม้", "โคมไฟตั้งโต๊ะเซรามิก",
    "Très grand coussin de lecture", "Gießkanne „Rosengarten“, 5 l", "Žehlicí prkno skládací",
    "Kâğıt fener, 3'lü", "हस्तनिर्मित ऊनी कंबल", "תיק גב לטיולים", "不锈钢保温杯 500毫升", "儿童积木桌",
    "Đèn lồng giấy Hội An", "Ceașcă de cafea pictată manual", "🎁 Mystery Box", "👩‍🍳 Chef's Starter Kit",
    "Tea ☕ for Two 🫖", "50% off! \"Last chance\" bundle",
  ]

  /// What descriptions are made of.
  package static let sentences = [
    "Made to last and easy to mend.", "Ships flat, assembles in ten minutes.",
    "Comes in a plain cardboard box.", "Machine washable at 30 °C.", "Keeps its shape, year after year.",
    "Not suitable for children under three.", "Tested for 10,000 cycles in our workshop.",
    "Finished by hand; no two are alike.", "Our best seller since the first catalogue.",
    "Spare parts are available.", "Fits most standard sizes.", "Wipe clean with a damp cloth.",
    "A quiet companion for long evenings.", "Made from 80 % recycled material.",
    "\"Simply the best,\" says our test kitchen.", "Batteries aren't included.",
    "Pairs well with everything else in the range.", "Bezeichnung auf Wunsch graviert.",
    "Fabriqué à la main, livré sous dix jours.", "数量限定、再入荷は未定です。",
  ]
}
