// The face of the package: whoever imports LazyGrid has the types of its answers.
@_exported public import GridLayout
@_exported public import GridStore
