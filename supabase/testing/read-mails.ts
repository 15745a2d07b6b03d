import {
  type CapturedMail,
  findCode,
  findLink,
  readLocalMailbox,
  readTextOfHtml,
} from 'local-supabase/testing';

/**
 * All emails to an address, newest last.
 * @param mailboxUrl the local backend's `…/mailbox`; any other URL is a Mailpit's
 */
export function readMails(mailboxUrl: string, address: string): Promise<CapturedMail[]> {
  return new URL(mailboxUrl).pathname.endsWith('/mailbox')
    ? readLocalMailbox(mailboxUrl, address)
    : readMailpit(mailboxUrl, address);
}

type MailpitSummary = { ID: string; To: { Address: string }[] };
type MailpitMessage = { Subject: string; Date: string; Text: string; HTML: string };

async function readMailpit(mailboxUrl: string, address: string): Promise<CapturedMail[]> {
  const search = new URLSearchParams({ query: `to:"${address}"` });
  const found = await fetchJson<{ messages: MailpitSummary[] }>(`${mailboxUrl}/api/v1/search?${search}`);
  // The search also returns longer addresses, and sorts the newest first.
  const exact = found.messages.filter(({ To }) => To.some(({ Address }) => isSameAddress(Address, address)));
  return Promise.all(
    exact.reverse().map(async ({ ID: id }) => {
      const message = await fetchJson<MailpitMessage>(`${mailboxUrl}/api/v1/message/${id}`);
      return { id, to: address, ...describeMessage(message) };
    }),
  );
}

function describeMessage({ Subject: subject, Date: sentAt, Text, HTML }: MailpitMessage) {
  const html = HTML || null;
  const text = html === null ? Text.replaceAll('\r\n', '\n') : readTextOfHtml(html);
  return { subject, text, html, sentAt, code: findCode(text), link: findLink(text, html) };
}

function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

async function fetchJson<Answer>(address: string): Promise<Answer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The mailbox answered ${answer.status} to ${address}.`);
  return (await answer.json()) as Answer;
}
