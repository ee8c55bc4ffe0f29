export function openStore() { return 1 }
