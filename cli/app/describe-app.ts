import { z } from 'zod';

export const ListedApp = z.object({
  client_id: z.string(),
  name: z.string(),
  redirect_uris: z.array(z.string()),
  post_logout_redirect_uris: z.array(z.string()),
  is_confidential: z.boolean(),
  is_first_party: z.boolean(),
  is_reviewed: z.boolean(),
  id_token_alg: z.string(),
  requires_pkce: z.boolean(),
  created_at: z.string(),
  disabled_at: z.string().nullable(),
  /** Microsecond timestamp of the newest secret, which identifies it; null without one. */
  secret_made_at: z.string().nullable(),
  owner_code: z.string().nullable(),
});
export type ListedApp = z.infer<typeof ListedApp>;

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
export function describeMade(
  { client_id, client_secret, issuer }: Made,
  redirectUri?: string,
  signOutUri?: string,
): string {
  return [
    '',
    `ISSUER=${issuer}`,
    `CLIENT_ID=${client_id}`,
    ...(client_secret ? [`CLIENT_SECRET=${client_secret}`] : []),
    ...(redirectUri ? [`REDIRECT_URI=${redirectUri}`] : []),
    ...(signOutUri ? [`POST_LOGOUT_REDIRECT_URI=${signOutUri}`] : []),
    '',
    client_secret
      ? 'Save the secret now: it is not shown again.'
      : 'A public app has no secret. It uses PKCE.',
  ].join('\n');
}
