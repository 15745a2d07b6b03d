import type { Database } from '../core/database.ts';
import { type IncomingMail, listMails, storeMail } from './mail-store.ts';
import { showMailboxPage } from './mailbox-page.ts';

export function keepMail(database: Database, mail: IncomingMail): Promise<void> {
  return database.transact('superuser', (query) => storeMail(query, mail));
}

/** `/mailbox` and `/mailbox.json`; `?to=` filters by address. Sends no CORS headers, so pages of other origins can't read either. */
export async function answerMailbox(database: Database, request: Request): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405 });
  const { pathname, searchParams } = new URL(request.url);
  const mails = await database.transact('superuser', (query) => listMails(query, searchParams.get('to')));
  if (pathname === '/mailbox') return showMailboxPage(mails);
  return Response.json(mails, {
    headers: {
      'cache-control': 'no-store',
      etag: `"${mails.at(-1)?.id ?? '0'}"`,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    },
  });
}
