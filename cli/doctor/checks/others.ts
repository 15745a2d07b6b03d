import { checkRegistration, isLocalSite } from '../../../lib/apps/check-registration.ts';
import { ListedApp } from '../../app/describe-app.ts';
import { formatCommand } from '../../project/format-command.ts';
import { ask, ConnectionFailed } from '../ask.ts';
import { check, type Group } from '../check.ts';
import type { Question } from '../context.ts';

/** Null if the database fails or has an older schema, which other checks report. */
const registeredApps: Question<ListedApp[]> = async ({ callFunction }) => {
  const { status, body } = await callFunction('list_oauth_clients');
  return status === 200 ? (ListedApp.array().safeParse(body).data ?? null) : null;
};

/** Apps that break a rule added after their registration. Apps of users must meet more rules than the team's. */
const refusedApps: Question<ListedApp[]> = async ({ know, environment: { siteUrl, branding, embedded } }) => {
  const site = { siteName: branding.siteName, isLocal: embedded || isLocalSite(siteUrl) };
  const refused = (await know(registeredApps))?.filter((app) => {
    const given = {
      name: app.name,
      redirectUris: app.redirect_uris,
      signOutUris: app.post_logout_redirect_uris,
      isConfidential: app.is_confidential,
      isFirstParty: app.is_first_party,
    };
    return !checkRegistration(given, app.is_reviewed ? site : { ...site, siteUrl }).ok;
  });
  return refused ?? null;
};

const name = (apps: ListedApp[]) =>
  apps.map((app) => `“${app.name}” (${app.client_id}, ${app.redirect_uris[0]})`).join('; ');

export const apps: Group = {
  name: 'Apps',
  checks: [
    check({
      id: 'apps',
      ask: refusedApps,
      right: 'All apps meet the registration rules.',
      when: (refused) => refused.length > 0,
      warning: (refused) => `These apps break a registration rule for names or addresses: ${name(refused)}.`,
      why: 'They were registered before the rule and still work. People could mistake one for this site or another app.',
      fix: `${formatCommand('app', 'list')} shows who registered them, and ${formatCommand('app', 'disable <client id>')} turns one off.`,
    }),
    check({
      id: 'apps.pkce',
      ask: async ({ know }) => (await know(registeredApps))?.filter((app) => !app.requires_pkce) ?? null,
      right: 'Every app uses PKCE.',
      when: (exempt) => exempt.length > 0,
      warning: (exempt) => `Exempt from PKCE: ${name(exempt)}.`,
      why: 'Only the secret and the nonce protect such an app from stolen and injected codes.',
      fix: `Once its library supports PKCE, run ${formatCommand('app', 'require-pkce <client id>')}.`,
    }),
  ],
};

const clusters: Record<string, string> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d': 'mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxkPkZBG: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY': 'testnet',
};

/** Why browsers can't read balances from the right cluster, if so. Null if balances are off. */
const chain: Question<{ host: string; trouble: string | null }> = async ({ environment, signal }) => {
  const { solana: endpoint, siteUrl } = environment;
  if (!endpoint) return null;
  const { host } = new URL(endpoint.rpcUrl);
  try {
    const { status, headers, body } = await ask(endpoint.rpcUrl, {
      headers: { origin: siteUrl },
      body: { jsonrpc: '2.0', id: 1, method: 'getGenesisHash' },
      signal,
    });
    const hash = (body as { result?: unknown } | null)?.result;
    if (status !== 200 || typeof hash !== 'string')
      return { host, trouble: `refuses this site (status ${status})` };
    const cluster = clusters[hash] ?? 'localnet';
    if (cluster !== endpoint.cluster)
      return { host, trouble: `is for ${cluster}, but SOLANA_CLUSTER is ${endpoint.cluster}` };
    const allowed = headers.get('access-control-allow-origin');
    const isAllowed = allowed === '*' || allowed === siteUrl;
    return { host, trouble: isAllowed ? null : `does not allow requests from ${siteUrl}` };
  } catch (error) {
    if (!(error instanceof ConnectionFailed)) throw error;
    return { host, trouble: `can't be reached from this machine (${error.code})` };
  }
};

export const solana: Group = {
  name: 'Solana',
  checks: [
    check({
      id: 'solana.server',
      ask: chain,
      right: ({ host }) => `Browsers can read balances from the Solana RPC ${host}.`,
      when: ({ trouble }) => trouble !== null,
      warning: ({ host, trouble }) => `The Solana RPC ${host} ${trouble}.`,
      why: 'Balances are missing, or from another cluster than the proofs. Proving wallets still works.',
      fix: 'Check its key and allowed domains, and that browsers can reach it: they send the requests.',
      site: 'SOLANA_RPC_URL, SOLANA_CLUSTER',
    }),
  ],
};

/** Not asked of the local backend, which has no such settings. */
const ofProject: Question<true> = ({ environment }) => (environment.embedded ? null : true);

export const unseen: Group = {
  name: 'Settings that Auth does not reveal',
  checks: [
    check({
      id: 'unseen.mails',
      ask: ofProject,
      unknown: "Auth's emails: their text and links, its mail server, and its limit per hour.",
      why: "Supabase's default server delivers only to your team, and 30 emails an hour. Emails need the code and a link to this site, without click tracking.",
      fix: '--send-test-mail <your address> sends one. config push and config diff ignore the limit.',
      dashboard:
        'Authentication > Emails > Templates and SMTP Settings; Authentication > Rate Limits > Rate limit for sending emails: 1000',
      config: 'auth.email.template.*, auth.email.smtp, auth.rate_limit.email_sent',
      selfHosted: 'GOTRUE_MAILER_TEMPLATES_*, GOTRUE_SMTP_*, GOTRUE_RATE_LIMIT_EMAIL_SENT=1000',
    }),
    check({
      id: 'unseen.settings',
      ask: ofProject,
      unknown:
        'The lifetime of codes, confirmations of new emails and passwords, the origins of passkeys, and whether Auth trusts the client IPs of this site.',
      why: "Without the last, Auth's rate limits apply to the whole site.",
      fix: 'npx supabase@3.1.0 config diff --exit-code compares the lifetime and the confirmations. The others are in docs/self-hosting.md, under Supabase settings.',
      dashboard: 'Authentication > Passkeys; Authentication > Rate Limits > IP address forwarding: on',
      selfHosted: 'GOTRUE_WEBAUTHN_RP_ORIGINS, GOTRUE_SECURITY_SB_FORWARDED_FOR_ENABLED=true',
    }),
  ],
};
