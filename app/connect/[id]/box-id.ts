/** The element ID of a wallet's box, for moving the focus to it. */
export function boxId(address: string): string {
  return `box-${address}`;
}
