import { createCountersign } from 'countersign/express';
import express from 'express';

const { handler, readPerson, requireWallet } = createCountersign();
const app = express();

app.use('/auth', handler);

app.get('/', async (request, response) => {
  const person = await readPerson(request);
  response.send(
    page(
      'Members only',
      person
        ? '<p><a href="/members">Go in</a></p>'
        : '<p><a href="/auth/sign-in?returnTo=/members">Sign in with Countersign</a></p>',
    ),
  );
});

// Requests the wallets from Countersign on each visit, so a removed wallet gives no access a second later.
app.get('/members', requireWallet(), ({ member }, response) => {
  const addresses = member.wallets.map(({ address }) => `<li><code>${address}</code></li>`);
  response.send(
    page(
      'You are in',
      `<ul>${addresses.join('')}</ul><form method="post" action="/auth/sign-out"><button>Sign out</button></form>`,
    ),
  );
});

/** Escape what you insert. Addresses are base58, which needs no escaping. */
const page = (title, body) =>
  `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title><h1>${title}</h1>${body}</html>`;

// Uses the redirect URI's port. A public address behind a proxy has no port.
const port = Number(new URL(process.env.REDIRECT_URI).port) || 4000;
app.listen(port, 'localhost', () => console.log(`Ready on http://localhost:${port}`));
