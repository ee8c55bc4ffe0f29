NAME = 'old'
