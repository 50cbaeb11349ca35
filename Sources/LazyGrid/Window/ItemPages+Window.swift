public import GridStore

extension ItemPages {
  /// Tells which items a layout has, so that they are read in the background, and those beside them ahead of the motion.
  ///
  ///     let pages = try ItemPages(of: products) { redraw() }
  ///     let layout = try grid.layout(for: scroll)           // where everything is: no item is read for it
  ///     pages.show(layout)
  ///     for index in layout.indexes {
  ///       draw(pages.item(at: index)?.item, layout.frame(of: index))   // nil until it is there
  ///     }
  ///
  /// A window reads what it shows itself, in one state of the database, and its caller waits for that. This is for
  /// whoever draws in every frame, and would rather draw a place that is still empty, or an item that a commit may have
  /// changed, than wait.
  ///
  /// - Parameters:
  ///   - layout: Of a grid whose content is the list alone: its indexes are the list's. Items that are kept out of sight
  ///     are not read for it.
  ///   - isScrubbing: Whether somebody drags through the grid: reads then begin at intervals, and nothing is read ahead.
  public func show(_ layout: WindowLayout, isScrubbing: Bool = false) {
    show(layout.indexes, isScrubbing: isScrubbing)
  }
}
