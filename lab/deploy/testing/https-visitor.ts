import { connect, type IncomingHttpHeaders } from 'node:http2';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { encodeForm, readForms } from '../../../e2e/fixtures/page-forms.ts';

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

export type HttpsVisitor = {
  /** Sends a request over HTTP/2 without following redirects. Stores cookies like a browser. */
  ask(path: string, options?: { headers?: Record<string, string>; body?: Buffer }): Promise<Answer>;
  /**
   * Submits a form of a page like a browser without JavaScript.
   * @param button the label of the form's button
   */
  send(path: string, button: string, fields: Record<string, string>): Promise<Answer>;
  /** The `Set-Cookie` headers of all responses so far. */
  cookieLines: string[];
};

type Options = {
  siteUrl: string;
  /** PEM of the only trusted certificate authority. */
  authority: string;
  from?: string;
};

/** A visitor who opens the site by its public name, which resolves to this machine. */
export function openVisitor({ siteUrl, authority, from = '127.0.0.1' }: Options): HttpsVisitor {
  const cookies = new Map<string, string>();
  const cookieLines: string[] = [];
  const visitor: HttpsVisitor = { ask, send, cookieLines };
  return visitor;

  async function ask(path: string, { headers = {}, body }: Parameters<HttpsVisitor['ask']>[1] = {}) {
    const sent = {
      ':path': path,
      ':method': body ? 'POST' : 'GET',
      ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
      ...(body && { origin: siteUrl, 'content-length': String(body.length) }),
      ...headers,
    };
    const answer = await exchange(sent, body);
    for (const line of answer.headers['set-cookie'] ?? []) {
      cookieLines.push(line);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0\b/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }

  async function send(path: string, button: string, fields: Record<string, string>) {
    const page = await ask(path);
    const form = readForms(page.text).find((one) => one.button === button);
    if (!form) throw new Error(`${path} answered ${page.status} without the button ${button}.`);
    const { body, contentType } = await encodeForm({ ...form.hidden, ...fields });
    return ask(form.action || path, { body, headers: { 'content-type': contentType } });
  }

  /** Uses a new connection, so that a proxy balances each request. */
  function exchange(headers: Record<string, string>, body?: Buffer): Promise<Answer> {
    return new Promise((answered, failed) => {
      const { hostname, port } = new URL(siteUrl);
      // Connects to this machine. The certificate is checked for the public name.
      const options: ConnectionOptions & { localAddress: string } = {
        ...{ host: '127.0.0.1', port: Number(port), servername: hostname, localAddress: from },
        ...{ ca: authority, ALPNProtocols: ['h2'] },
      };
      const session = connect(siteUrl, { createConnection: () => connectTls(options) });
      session.on('error', failed);
      const stream = session.request(headers);
      let answer: IncomingHttpHeaders = {};
      const parts: Buffer[] = [];
      stream.on('response', (received) => {
        answer = received;
      });
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('error', failed);
      stream.on('end', () => {
        session.close();
        const { ':status': status, ...rest } = answer as IncomingHttpHeaders & { ':status'?: number };
        answered({ status: status ?? 0, headers: rest, text: Buffer.concat(parts).toString('utf8') });
      });
      stream.end(body);
    });
  }
}
