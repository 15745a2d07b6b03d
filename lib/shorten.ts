/** `7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU` becomes `7xKX…gAsU`. Up to nine characters stay unchanged. */
export function shortenAddress(address: string): string {
  return address.length <= 9 ? address : `${address.slice(0, 4)}…${address.slice(-4)}`;
}

/** `ada@example.com` becomes `a••••@example.com`: always four dots, to hide the length. */
export function shortenEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return at < 1 ? '••••' : `${first}••••${email.slice(at)}`;
}
