import { randomBytes } from 'node:crypto';
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { errors } from '../lib/errors.ts';
import { escapeHtml } from '../lib/escape-html.ts';
import { outdatedHeader } from '../lib/http/request-headers.ts';
import { dataPolicy } from '../lib/http/security-headers.ts';
import { findSameForm } from './find-same-form.ts';
import { type Part, readMultipart } from './read-multipart.ts';

/** Far more than a page of ours has. */
const largestPageInBytes = 2 * 1024 * 1024;
const patienceInMilliseconds = 10_000;

/** Of the request that came, and not of the visitor: said again of each that goes out. */
const aboutOneMessage = [
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'expect',
].concat(['connection', 'keep-alive', 'te', 'trailer', 'upgrade']);

/** As lib/forms/action.ts has it: what never goes back to a page. */
const secretFields = /password|code|token/i;

/**
 * Answers a form that a page of another build sent: with this build's page, in which the form says that the page has changed
 * and holds what was typed, but for secrets. Nothing is done with what was sent: one more press sends it.
 *
 * The server asks itself twice for that: for the page, to find the same form in it, and with the form, marked so that its
 * action only gives it back. Where the page has no such form any more, the answer is plain: it shows what was typed.
 */
export async function adoptOutdatedForm(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): Promise<void> {
  const parts = readMultipart(body, request.headers['content-type'] ?? '') ?? [];
  // Read before anything is waited for: a connection that has ended names none, and what was sent is for nobody else's port.
  const { localAddress: host, localPort: port } = request.socket;
  if (host === undefined || port === undefined) return;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const visit: Visit = { request, host, port, gone: gone.signal };
  // Already marked, and still not known: it goes round no more.
  const isFresh = request.headers[outdatedHeader] === undefined;
  const fields = isFresh ? await findOnPage(visit, parts) : null;
  if (response.destroyed) return;
  const answered = fields && (await giveBack(visit, parts, fields));
  if (response.destroyed) return;
  if (!answered) return answerPlainly(request, response, parts);
  const { headers } = answered.message;
  for (const name of ['connection', 'keep-alive', 'transfer-encoding', 'content-encoding', 'date'])
    delete headers[name];
  response.writeHead(answered.message.statusCode ?? 200, {
    ...headers,
    'content-length': answered.body.length,
  });
  response.end(answered.body);
}

/** Who sent the form, and this process as they reached it. */
type Visit = { request: IncomingMessage; host: string; port: number; gone: AbortSignal };

async function findOnPage(visit: Visit, parts: Part[]) {
  const page = await askItself(visit, { method: 'GET', headers: {} });
  return page?.message.statusCode === 200 ? findSameForm(page.body.toString(), parts) : null;
}

async function giveBack(
  visit: Visit,
  parts: Part[],
  fields: Array<{ name: string; value: string }>,
): Promise<Answer | null> {
  const boundary = `----${randomBytes(16).toString('hex')}`;
  // Secrets go to no one again: the action would only leave them out.
  const sent = parts
    .filter(({ name, isFile }) => !isFile && !name.startsWith('$ACTION_'))
    .map((part) => (secretFields.test(part.name) ? { ...part, content: Buffer.alloc(0) } : part));
  const all = [...fields.map(({ name, value }) => ({ name, content: Buffer.from(value) })), ...sent];
  const body = Buffer.concat([
    ...all.flatMap(({ name, content }) => [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  const answer = await askItself(
    visit,
    {
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': String(body.length),
        [outdatedHeader]: '1',
      },
    },
    body,
  );
  return answer?.message.headers['content-type']?.startsWith('text/html') ? answer : null;
}

type Answer = { message: IncomingMessage; body: Buffer };

/** The same address of this very process, as the same visitor. Null where it gives no whole answer. */
async function askItself(
  { request: { url = '/', headers }, host, port, gone }: Visit,
  options: { method: string; headers: Record<string, string> },
  body?: Buffer,
): Promise<Answer | null> {
  const kept = { ...headers };
  for (const name of aboutOneMessage) delete kept[name];
  const answered = new Promise<Answer | null>((resolve) => {
    const asked = ask(
      {
        host,
        port,
        path: url,
        method: options.method,
        agent: false,
        headers: { ...kept, 'accept-encoding': 'identity', connection: 'close', ...options.headers },
        signal: AbortSignal.any([gone, AbortSignal.timeout(patienceInMilliseconds)]),
      },
      (message) => {
        const pieces: Buffer[] = [];
        let size = 0;
        message.on('data', (piece: Buffer) => {
          size += piece.length;
          if (size > largestPageInBytes) asked.destroy();
          else pieces.push(piece);
        });
        message.once('end', () => resolve({ message, body: Buffer.concat(pieces) }));
        message.once('error', () => resolve(null));
        message.once('close', () => resolve(null));
      },
    );
    asked.once('error', () => resolve(null));
    asked.end(body);
  });
  // Node takes in some headers that it does not send.
  return answered.catch(() => null);
}

/** Without a style: the policy lets it have nothing, and the files of a build may be gone. */
function answerPlainly(request: IncomingMessage, response: ServerResponse, parts: Part[]): void {
  const { title, hint, status } = errors['request.outdated'];
  const typed = parts.filter(
    ({ name, content, isFile }) =>
      !isFile && content.length > 0 && !name.startsWith('$ACTION_') && !secretFields.test(name),
  );
  const rows = typed.map(
    ({ name, content }) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(content.toString())}</dd>`,
  );
  const body = Buffer.from(
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
      `<title>${escapeHtml(title)}</title><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(hint)}</p>` +
      `<p><a href="${escapeHtml(request.url ?? '/')}">Load the page again</a></p>` +
      (rows.length > 0 ? `<h2>What was sent</h2><dl>${rows.join('')}</dl>` : '') +
      '</main></html>\n',
  );
  response.writeHead(status, {
    'cache-control': 'no-store',
    'content-security-policy': dataPolicy,
    'content-type': 'text/html; charset=utf-8',
    'content-length': body.length,
  });
  response.end(body);
}
