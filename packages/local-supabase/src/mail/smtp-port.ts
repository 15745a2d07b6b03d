import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { StartFailure } from '../core/start-failure.ts';
import type { IncomingMail } from './mail-store.ts';

/** Bytes. A notice has a few kB. */
const largestMail = 1_000_000;

type KeepMail = (mail: IncomingMail) => Promise<void>;

interface SmtpPort {
  /** The actual port, also if the requested one was 0. */
  port: number;
  /** Until this is called, every email is refused. */
  deliverTo(keep: KeepMail): void;
  close(): Promise<void>;
}

/** Accepts any email on 127.0.0.1 and stores it before it acknowledges. Throws StartFailure if the port is taken. */
export async function openSmtpPort(port: number): Promise<SmtpPort> {
  let keep: KeepMail = () => Promise.reject(new Error('The local Supabase is starting.'));
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1000,
    size: largestMail,
    onAuth: (_login, _session, done) => done(null, { user: 'anyone' }),
    onData: (stream, session, done) => {
      const recipients = session.envelope.rcptTo.map((recipient) => recipient.address);
      readStream(stream)
        .then((raw) => PostalMime.parse(raw))
        .then((mail) =>
          keep({
            to: recipients.join(', '),
            subject: mail.subject ?? '',
            text: mail.text,
            html: mail.html ?? null,
          }),
        )
        .then(
          () => done(),
          () => done(new Error('The email could not be kept.')),
        );
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', () =>
      reject(new StartFailure(`Port ${port} for email is taken. Set LOCAL_SMTP_PORT to another one.`)),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  server.on('error', () => console.error('The SMTP port had a broken connection.'));
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    deliverTo: (next) => {
      keep = next;
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

async function readStream(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    // SMTP requires reading a large email to its end; it isn't stored.
    if (bytes <= largestMail) chunks.push(chunk);
  }
  if (bytes > largestMail) throw new Error('The email is too large.');
  return Buffer.concat(chunks);
}
