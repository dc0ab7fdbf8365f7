"""What lies on a photographed board: whose trains are on which route, and where stations stand.

Needs the optional packages of the extra `photo` (OpenCV and numpy). `boardfit` finds the spaces on a photo of the
group's own empty board, `alignment` lays another photo over it, `spacefeatures` looks at each space, `routereading`
decides route by route, and `photoreading` does all of it in order. Nothing here knows the screens: they run
`companion photo` as a process of its own.
"""
