const open = require('./open');

open('main');

open("second", {
  retries: 3,
  quiet: true,
  log: "run.log",
});
open('third');
