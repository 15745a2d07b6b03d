import { z } from 'zod';
import type { OAuthClient, OAuthConnection } from './provider.ts';
import { buildAuthorizeUrl, getJson, postCode } from './provider-http.ts';

const Person = z.object({
  id: z.number(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub, or a test server that serves site and API at one address. */
export function connectGithub(connection: OAuthConnection): OAuthClient {
  const site = connection.url ?? 'https://github.com';
  const api = connection.url ?? 'https://api.github.com';
  return {
    findAuthorizeUrl: async (state, scopes) =>
      buildAuthorizeUrl(`${site}/login/oauth/authorize`, connection, {
        state,
        scopes: ['user:email', ...scopes],
      }),
    tradeCode: (code) => postCode(`${site}/login/oauth/access_token`, connection, code),
    readProfile: async ({ accessToken }) => {
      const person = await getJson(`${api}/user`, Person, accessToken);
      const emails = await getJson(`${api}/user/emails`, Emails, accessToken);
      const name = person.name || undefined;
      return {
        subject: String(person.id),
        claims: {
          iss: api,
          sub: String(person.id),
          name,
          preferred_username: person.login,
          full_name: name,
          avatar_url: person.avatar_url || undefined,
          provider_id: String(person.id),
          user_name: person.login,
        },
        emails: emails
          .filter(({ email }) => email !== '')
          .map(({ email, verified, primary }) => ({ email, isVerified: verified, isPrimary: primary })),
      };
    },
  };
}
