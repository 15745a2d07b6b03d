export function boxId(address: string): string {
  return `box-${address}`;
}
