export function late(readAll) {
  const n = openStore();
  return readAll(n);
}
