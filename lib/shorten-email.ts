/** `ada@example.com` becomes `a••••@example.com`: always four dots, to hide the length. */
export function shortenEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return at < 1 ? '••••' : `${first}••••${email.slice(at)}`;
}
