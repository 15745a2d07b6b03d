/** `7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU` becomes `7xKX…gAsU`. Up to nine characters stay unchanged. */
export function shortenAddress(address: string): string {
  return address.length <= 9 ? address : `${address.slice(0, 4)}…${address.slice(-4)}`;
}
