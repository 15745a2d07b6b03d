import { serve } from '@hono/node-server';
import { createCountersign } from 'countersign/hono';
import { Hono } from 'hono';
import { html } from 'hono/html';

const { handler, readPerson, requireWallet } = createCountersign();
const app = new Hono();

app.all('/auth/*', handler);

app.get('/', async (context) => {
  const person = await readPerson(context);
  const link = person
    ? html`<a href="/members">Go in</a>`
    : html`<a href="/auth/sign-in?returnTo=/members">Sign in with Countersign</a>`;
  return context.html(page('Members only', html`<p>${link}</p>`));
});

// Requests the wallets from Countersign on each visit, so a removed wallet gives no access a second later.
app.get('/members', requireWallet(), (context) => {
  const addresses = context
    .get('member')
    .wallets.map(({ address }) => html`<li><code>${address}</code></li>`);
  const signOut = html`<form method="post" action="/auth/sign-out"><button>Sign out</button></form>`;
  return context.html(page('You are in', html`<ul>${addresses}</ul>${signOut}`));
});

/** `html` escapes what it inserts. */
const page = (title, body) =>
  html`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title><h1>${title}</h1>${body}</html>`;

// Uses the redirect URI's port. A public address behind a proxy has no port.
const port = Number(new URL(process.env.REDIRECT_URI).port) || 4000;
serve({ fetch: app.fetch, hostname: 'localhost', port }, () =>
  console.log(`Ready on http://localhost:${port}`),
);
