public struct Rect {}
