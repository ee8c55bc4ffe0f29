const open = require('./open');

open('main');
