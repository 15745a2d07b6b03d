/** The id of a wallet's box, so that the focus can be sent there. */
export function boxId(address: string): string {
  return `box-${address}`;
}
