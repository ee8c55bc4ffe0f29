size = breadth * height
