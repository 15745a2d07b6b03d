import { answersAsRecorded, type People } from '../../testing/recorded-answers.ts';
import { shareLocalSupabase } from '../../testing/share-local-supabase.ts';
import { firstPassword } from '../../testing/sign-in.ts';
import { makeWallet, type Statement, signText, writeStatement } from '../../testing/sign-solana-message.ts';
import { siteHost } from '../../testing/site-url.ts';

const { walk } = answersAsRecorded(() =>
  shareLocalSupabase('auth', { env: { LOCAL_SUPABASE_MAIL_FREQUENCY: '0' } }),
);

const minute = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString();

/** A wallet in a new browser, which signs and sends messages. */
function wallet(people: People) {
  const [visitor, keys] = [people.visitor(), people.wallet()];
  const send = (message: string, signature = signText(keys, message), chain = 'solana') =>
    visitor.post('/token?grant_type=web3', { chain, message, signature }, { session: null });
  return { visitor, keys, send, write: (changes?: Statement) => writeStatement(keys.address, changes) };
}

walk('a signed statement makes an account without an email, the same one every time', async (people) => {
  const { visitor, send, write } = wallet(people);
  const message = write();
  // Auth checks no nonce.
  for (const text of [message, message]) await send(text);
  await visitor.get('/user');
  const other = wallet(people);
  await other.send(other.write({ statement: '' }));
});

walk('a statement in the frame of a Ledger is accepted', async (people) => {
  const { keys, send, write } = wallet(people);
  const bytes = Buffer.from(write());
  const application = Buffer.alloc(32);
  application.write(siteHost);
  const framed = Buffer.concat([
    Buffer.from('\xffsolana offchain\0', 'latin1'),
    application,
    Buffer.from([0, 1]),
    keys.publicKey,
    Buffer.from([bytes.length & 255, bytes.length >> 8]),
    bytes,
  ]);
  await send(bytes.toString(), signText(keys, framed).replace(/=+$/, ''));
});

walk('of a loopback address Auth compares neither port nor domain', async (people) => {
  for (const changes of [
    { domain: 'localhost', uri: 'http://localhost' },
    { domain: 'localhost:9999', uri: 'http://localhost:9999/x' },
    { domain: 'evil.example' },
  ]) {
    const { send, write } = wallet(people);
    await send(write(changes));
  }
});

walk('a signed statement counts for this site, by https, within its times', async (people) => {
  const { send, write } = wallet(people);
  for (const changes of [
    { issuedIn: -11 * minute },
    { issuedIn: 11 * minute },
    { issuedIn: -2 * minute, lines: [`Expiration Time: ${inMinutes(-1)}`] },
    { lines: [`Not Before: ${inMinutes(5)}`] },
    { uri: 'https://evil.example', domain: 'evil.example' },
    { uri: 'http://app.example', domain: 'app.example' },
  ])
    await send(write(changes));
});

walk('a statement of another form is refused with its rule', async (people) => {
  const { keys, send, write } = wallet(people);
  const good = write();
  for (const message of [
    good.replace('sign in with', 'log in with'),
    good.replace(`${siteHost} `, 'intranet '),
    good.replace(keys.address, '0'),
    good.replace('\n\n', '\nx\n'),
    good.replace('Version: 1', 'Version: 2'),
    good.replace('solana:devnet', 'devnet'),
    good.replace(/Issued At.*/, ''),
    good.replace(/At: .*/, 'At: today'),
    good.replace(/URI.*/, ''),
    `${good}\nhello`,
    `${good}\nResources:\n- x`,
  ])
    await send(message);
});

walk('a signature of another wallet, for other words, or of another form is refused', async (people) => {
  const { keys, send, write } = wallet(people);
  const message = write();
  const signature = signText(keys, message);
  for (const other of [
    signText(makeWallet(), message),
    signText(keys, `${message} `),
    'short',
    '*'.repeat(88),
  ])
    await send(message, other);
  for (const text of ['short', message.padEnd(20_481)]) await send(text, signature);
  await send(message, signature, 'dogecoin');
});

walk(
  "a wallet's account adds an email by the yes of that address alone, and then a password",
  async (people) => {
    const { visitor, send, write } = wallet(people);
    const message = write();
    await send(message);
    await visitor.put(visitor.address);
    const { code: token } = await visitor.readMail();
    await visitor.post('/verify', { ...visitor.address, token, type: 'email_change' });
    await visitor.put({ password: firstPassword });
    await visitor.elsewhere();
    await send(message);
  },
);
