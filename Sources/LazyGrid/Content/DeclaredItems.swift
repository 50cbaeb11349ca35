public import GridLayout
public import GridStore

/// The spans and starts of items, said beside them: those that are not plain, covering one cell wherever the grid puts it.
///
///     ForEach(products, length: 220).gridDeclared([DeclaredItem(index: 0, span: [2, 2])])
///
/// So a grid of ten million items reads none of them to place them.
public struct DeclaredItems: Hashable, Sendable {
  /// The items that are not plain, by their index in what they are declared of, at best in that order.
  public var items: [DeclaredItem]
  /// How sure it is that these are all.
  public var certainty: Certainty

  /// Makes declarations.
  ///
  /// - Parameters:
  ///   - items: The items that are not plain. The array is shared and not copied.
  ///   - certainty: How sure it is that these are all; windows then say the same.
  public init(_ items: [DeclaredItem], certainty: Certainty = .exact) {
    self.items = items
    self.certainty = certainty
  }

  /// All items are plain.
  public static let none = DeclaredItems([])
}

extension DeclaredItems: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: DeclaredItem...) { self.init(elements) }
}

extension ForEach {
  /// The same items with spans and starts in a ``Grid`` that are declared beside them.
  ///
  /// What closures say of spans and starts does not count then, so that no cell need be made to place the others.
  ///
  /// - Parameter declared: By the index in this `ForEach`.
  public func gridDeclared(_ declared: DeclaredItems) -> ForEach {
    let parts = content.parts.map { part in
      guard case .run(var run) = part else { return part }
      run.declared = declared
      return .run(run)
    }
    return ForEach(AnyGridContent(parts: parts, lists: content.lists))
  }
}
