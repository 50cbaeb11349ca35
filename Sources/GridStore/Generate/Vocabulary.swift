/// The words that generated products are made of. The same lists lie in Data/vocabulary, a word a line; they stand
/// here so that the command needs no file beside it.
package enum Vocabulary {
  package static let categories = [
    "Shoes", "Kitchen", "Books", "Garden", "Lighting", "Toys", "Tools", "Sports", "Bags", "Audio", "Bedding",
    "Stationery", "Bicycles", "Camping", "Ceramics", "Pet Supplies", "Board Games", "Musical Instruments",
    "Art Materials", "Model Trains",
  ]
  package static let brands = [
    "Alder & Finch", "Nordlys", "Kestrel", "Tamarind", "O'Malley's", "Bluewater", "Copperline",
    "Ikigai Works", "Møllehus", "Petit Jardin", "Sierra Uno", "Lumen", "Fieldstone", "Quill", "Вектор", "青空",
    "Hearthside", "Zenith 9", "Marrow", "Übersee", "Pinecone Co.", "Saltmarsh", "Ember", "Two Rivers",
  ]
  package static let adjectives = [
    "Classic", "Lightweight", "Waterproof", "Folding", "Handmade", "Compact", "Adjustable", "Recycled",
    "Heavy-Duty", "Soft", "Insulated", "Vintage", "Organic", "Quiet", "Portable", "Oversized", "Non-Slip",
    "Stackable", "Wireless", "Café", "Extra Long", "½-Inch", "Everyday", "Limited",
  ]
  package static let materials = [
    "Leather", "Oak", "Steel", "Linen", "Bamboo", "Glass", "Wool", "Canvas", "Copper", "Cork", "Ceramic",
    "Cotton", "Aluminium", "Felt", "Walnut", "Rubber",
  ]
  package static let nouns = [
    "Boots", "Kettle", "Lamp", "Backpack", "Notebook", "Trowel", "Speaker", "Blanket", "Hammer", "Tent",
    "Mug", "Puzzle", "Guitar Stand", "Easel", "Rail Set", "Dog Bed", "Racket", "Helmet", "Chopping Board",
    "Watering Can", "Fountain Pen", "Sandals", "Lantern", "Tool Box", "Cushion", "Bowl", "Headphones",
    "Wallet", "Sleeping Bag", "Yoga Mat",
  ]
  package static let names = [
    "手作りの陶器マグカップ", "Чайник эмалированный с крышкой", "حقيبة جلدية للسفر", "가죽 노트북 가방",
    "Øreklokker med støydemping", "Τσάντα πλάτης για πεζοπορία", "竹製まな板セット", "Складная туристическая лампа",
    "นาฬิกาแขวนผนังไม้", "Très grand coussin de lecture", "Gießkanne „Rosengarten“", "🎁 Mystery Box",
    "हस्तनिर्मित ऊनी कंबल", "คบเพลิงตั้งแคมป์",
  ]
}
