NAME = 'new'
