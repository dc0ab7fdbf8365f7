"""What lies on a photographed board: whose train is on which route, and where stations stand.

Needs the optional packages of the extra `photo` (OpenCV and numpy). `boardpicture` knows the group's own empty board,
`alignment` lays a photo over it, `spacefeatures` looks at each printed space, `routereading` decides route by route,
and `photoreading` does all of it in order. Nothing here knows the screens: they run `companion photo` as a process of
its own.
"""
