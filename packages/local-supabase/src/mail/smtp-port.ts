import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { StartFailure } from '../core/start-failure.ts';
import type { IncomingMail } from './mail-store.ts';

/** Bytes. A notice is a few kB. */
const largestMail = 1_000_000;

type KeepMail = (mail: IncomingMail) => Promise<void>;

interface SmtpPort {
  /** The one that was taken, when any would do. */
  port: number;
  /** Until this is called every mail is refused for now. */
  deliverTo(keep: KeepMail): void;
  close(): Promise<void>;
}

/** Takes any mail on 127.0.0.1 and keeps it before it says yes. Throws StartFailure when the port is taken. */
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
    // A large email is read to its end, as SMTP requires, and not kept.
    if (bytes <= largestMail) chunks.push(chunk);
  }
  if (bytes > largestMail) throw new Error('The email is too large.');
  return Buffer.concat(chunks);
}
