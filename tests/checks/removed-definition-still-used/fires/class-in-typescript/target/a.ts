export class Loader { run() { return 1 } }
