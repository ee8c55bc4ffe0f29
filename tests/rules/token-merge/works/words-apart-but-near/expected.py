size = breadth * depth
