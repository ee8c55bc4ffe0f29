X = 3
>>>>>>> source
