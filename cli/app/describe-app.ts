import type { ListedApp } from '../../lib/apps/listed-app.ts';

export function describeApp(app: ListedApp): string {
  const kinds = [
    app.is_confidential ? 'confidential' : 'public',
    ...(app.is_first_party ? ['first-party'] : []),
    ...(app.requires_pkce ? [] : ['exempt from PKCE']),
    ...(app.id_token_alg === 'RS256' ? [] : [`signed with ${app.id_token_alg}`]),
    ...(app.is_reviewed ? [] : [`registered by account ${app.owner_code ?? ''}, not reviewed`]),
    ...(app.disabled_at ? [`off since ${app.disabled_at.slice(0, 10)}`] : []),
  ];
  return [
    `${app.name}  ${app.client_id}`,
    `  ${kinds.join(', ')}; created ${app.created_at.slice(0, 10)}`,
    ...(app.secret_made_at ? [`  newest secret created ${app.secret_made_at}`] : []),
    ...app.redirect_uris.map((uri) => `  redirect ${uri}`),
    ...app.post_logout_redirect_uris.map((uri) => `  after sign-out ${uri}`),
  ].join('\n');
}

type Made = { client_id: string; client_secret: string | null; issuer: string };

/** A new app's settings in the format of `.env`, with its secret, which is never shown again. */
export function describeMade({ client_id, client_secret, issuer }: Made, redirectUri?: string): string {
  return [
    '',
    `ISSUER=${issuer}`,
    `CLIENT_ID=${client_id}`,
    ...(client_secret ? [`CLIENT_SECRET=${client_secret}`] : []),
    ...(redirectUri ? [`REDIRECT_URI=${redirectUri}`] : []),
    '',
    client_secret
      ? 'Save the secret now: it is not shown again.'
      : 'A public app has no secret. It uses PKCE.',
  ].join('\n');
}
