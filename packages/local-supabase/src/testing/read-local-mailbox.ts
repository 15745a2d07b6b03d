/** An email in `/mailbox.json`. */
export interface CapturedMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string | null;
  sentAt: string;
  code: string | null;
  link: string | null;
}

/**
 * All emails that a local backend kept, or those to one address, newest last.
 * @param mailboxUrl its `…/mailbox`
 */
export async function readLocalMailbox(mailboxUrl: string, address?: string): Promise<CapturedMail[]> {
  const query = address === undefined ? '' : `?${new URLSearchParams({ to: address.toLowerCase() })}`;
  const answer = await fetch(`${mailboxUrl}.json${query}`);
  if (!answer.ok) throw new Error(`The mailbox answered ${answer.status} to ${mailboxUrl}.`);
  return (await answer.json()) as CapturedMail[];
}
