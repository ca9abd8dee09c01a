@_exported public import Doubles
