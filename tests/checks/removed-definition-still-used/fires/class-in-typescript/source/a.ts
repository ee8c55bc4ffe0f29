export class Reader { run() { return 1 } }
