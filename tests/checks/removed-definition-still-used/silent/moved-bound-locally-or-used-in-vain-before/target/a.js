export function openStore() { return 1 }
export function readAll() { return 2 }
