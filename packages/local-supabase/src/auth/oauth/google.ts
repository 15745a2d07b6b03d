import { createRemoteJWKSet, jwtVerify } from 'jose';
import { z } from 'zod';
import type { OAuthClient, OAuthConnection } from './provider.ts';
import { buildAuthorizeUrl, getJson, postCode } from './provider-http.ts';

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});

const IdToken = z.object({
  iss: z.string(),
  sub: z.string(),
  email: z.string().default(''),
  email_verified: z.boolean().default(false),
  name: z.string().nullish(),
  picture: z.string().nullish(),
  hd: z.string().nullish(),
});

/** Google, or a test server. Both publish OpenID Connect discovery. */
export function connectGoogle(connection: OAuthConnection): OAuthClient {
  const site = connection.url ?? 'https://accounts.google.com';
  const discover = () => getJson(`${site}/.well-known/openid-configuration`, Discovery);
  return {
    findAuthorizeUrl: async (state, scopes) =>
      buildAuthorizeUrl((await discover()).authorization_endpoint, connection, {
        state,
        scopes: ['email', 'profile', ...scopes],
      }),
    tradeCode: async (code) => postCode((await discover()).token_endpoint, connection, code),
    readProfile: async ({ idToken }) => {
      const { issuer, jwks_uri } = await discover();
      const { payload } = await jwtVerify(idToken ?? '', createRemoteJWKSet(new URL(jwks_uri)), {
        issuer,
        audience: connection.clientId,
      });
      const person = IdToken.parse(payload);
      return {
        subject: person.sub,
        claims: {
          iss: person.iss,
          sub: person.sub,
          name: person.name || undefined,
          picture: person.picture || undefined,
          custom_claims: person.hd ? { hd: person.hd } : undefined,
          full_name: person.name || undefined,
          avatar_url: person.picture || undefined,
          provider_id: person.sub,
        },
        emails: person.email
          ? [{ email: person.email, isVerified: person.email_verified, isPrimary: true }]
          : [],
      };
    },
  };
}
