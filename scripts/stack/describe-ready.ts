/** Scripts wait for the first line, so it must not change. @param mailboxUrl null without the local backend */
export function describeReady(port: number, siteUrl: string, mailboxUrl: string | null): string {
  const next = mailboxUrl
    ? [
        `Open ${siteUrl} and create an account, or sign in with Solana and the Demo Wallet.`,
        `Emails, such as the one that confirms your address, arrive at ${mailboxUrl}`,
        'To see an app that relies on it, run this in another terminal: npm run example',
      ]
    : [`Open ${siteUrl}, or check its settings with: npm run doctor`];
  return [`Ready on http://localhost:${port}`, ...next, 'Press Ctrl-C to stop.'].join('\n');
}

export function describeStart(): string {
  return `npm start      builds and serves the site
npm run dev    the same, with hot reload
Without the settings of a Supabase project, both also start a local Supabase and a local chain. Ctrl-C stops everything.
Variables: PORT, LOCAL_SUPABASE_PORT, LOCAL_SMTP_PORT, LOCAL_SOLANA_PORT, LOCAL_SUPABASE_DATA (docs/local-backend.md); all others are in docs/configuration.md`;
}
