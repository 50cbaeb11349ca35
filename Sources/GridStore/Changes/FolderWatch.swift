#if os(Linux)
  internal import Dispatch

  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// Tells that a database file, its log or its journal may have been written.
  ///
  /// The folder is watched rather than the files, since a log and a journal come and go. Not the wal-index: it is
  /// written through a mapping, and no such write is an event. Opening and closing are no events here either, since our
  /// own looks do both.
  final class FolderWatch: @unchecked Sendable {
    private let descriptor: Int32
    private let source: any DispatchSourceRead
    private let names: Set<String>

    /// Nil where the folder cannot be watched: the system may have run out of watches.
    init?(ofFile path: String, queue: DispatchQueue) {
      // Links are followed: SQLite names the log after the file itself.
      guard let real = unsafe realpath(path, nil) else { return nil }
      defer { unsafe free(real) }
      let file = unsafe String(cString: real)
      let slash = file.lastIndex(of: "/") ?? file.startIndex
      let name = String(file[file.index(after: slash)...])
      names = [name, name + "-wal", name + "-journal"]
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      let events = IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
      guard
        unsafe inotify_add_watch(descriptor, slash == file.startIndex ? "/" : String(file[..<slash]), UInt32(events))
          >= 0
      else {
        close(descriptor)
        return nil
      }
      self.descriptor = descriptor
      source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    }

    func start(_ onEvent: @escaping @Sendable () -> Void) {
      let (descriptor, names) = (descriptor, names)
      source.setEventHandler { if FolderWatch.drain(descriptor, names) { onEvent() } }
      source.setCancelHandler { close(descriptor) }
      source.activate()
    }

    func stop() { source.cancel() }

    /// Takes all events that are there. True where one is of the files.
    private static func drain(_ descriptor: Int32, _ names: Set<String>) -> Bool {
      var isOurs = false
      let size = 16384
      let buffer = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
      defer { unsafe buffer.deallocate() }
      while true {
        let count = unsafe read(descriptor, buffer, size)
        if count <= 0 { return isOurs }
        var at = 0
        // Watch, mask, cookie and length, four bytes each, then the name with zeros behind it.
        while at + 16 <= count {
          let mask = unsafe buffer.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self)
          let length = Int(unsafe buffer.loadUnaligned(fromByteOffset: at + 12, as: UInt32.self))
          if mask & UInt32(IN_Q_OVERFLOW) != 0 { isOurs = true }
          if length > 0, at + 16 + length <= count {
            let name = unsafe String(cString: (buffer + at + 16).assumingMemoryBound(to: CChar.self))
            if names.contains(name) { isOurs = true }
          }
          at += 16 + length
        }
      }
    }
  }
#endif
