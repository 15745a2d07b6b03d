import type { ListedApp } from '../../../../lib/apps/listed-app.ts';

/** An app in a few lines for a terminal. */
export function describeApp(app: ListedApp): string {
  const kinds = [
    app.is_confidential ? 'keeps a secret' : 'public',
    ...(app.is_first_party ? ['first-party'] : []),
    ...(app.requires_pkce ? [] : ['exempt from PKCE']),
    ...(app.id_token_alg === 'RS256' ? [] : [`signed by ${app.id_token_alg}`]),
    ...(app.is_reviewed ? [] : [`registered by account ${app.owner_code ?? ''}, not reviewed`]),
    ...(app.disabled_at ? [`off since ${app.disabled_at.slice(0, 10)}`] : []),
  ];
  return [
    `${app.name}  ${app.client_id}`,
    `  ${kinds.join(', ')}; since ${app.created_at.slice(0, 10)}`,
    ...(app.secret_made_at ? [`  newest secret made at ${app.secret_made_at}`] : []),
    ...app.redirect_uris.map((uri) => `  comes back to ${uri}`),
    ...app.post_logout_redirect_uris.map((uri) => `  after signing out ${uri}`),
  ].join('\n');
}

type Made = { client_id: string; client_secret: string | null; issuer: string };

/** What an app needs to be told, which is said once. */
export function describeMade({ client_id, client_secret, issuer }: Made): string {
  return [
    `  Issuer         ${issuer}`,
    `  Client id      ${client_id}`,
    ...(client_secret
      ? [`  Client secret  ${client_secret}`, 'The secret is not kept and not shown again.']
      : ['It is public, so it has no secret: it proves itself by PKCE.']),
  ].join('\n');
}
