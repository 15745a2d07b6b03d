import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { Provider } from '../lib/session/sign-in-method';

const Config = z.object({
  auth: z.object({
    email: z.record(z.string(), z.unknown()),
    external: z.record(z.string(), z.object({ client_id: z.string(), secret: z.string() })),
    minimum_password_length: z.number(),
    rate_limit: z.object({
      token_refresh: z.number(),
      sign_in_sign_ups: z.number().default(30),
      token_verifications: z.number().default(30),
    }),
  }),
});

const { auth } = Config.parse(parse(readFileSync('supabase/config.toml', 'utf8')));

// Auth limits password guesses by its limit on tokens, so a higher number for refreshes would also allow more guesses.
test("keeps Auth's limits on password guesses at most at Supabase's defaults, and the minimum length at 8", () => {
  expect(auth.rate_limit.token_refresh).toBeLessThanOrEqual(150);
  expect(auth.rate_limit.sign_in_sign_ups).toBeLessThanOrEqual(30);
  expect(auth.rate_limit.token_verifications).toBeLessThanOrEqual(30);
  expect(auth.minimum_password_length).toBe(8);
});

test('every provider of the app can be enabled, with its ID and secret in variables', () => {
  expect(Object.keys(auth.external).sort()).toEqual([...Provider.options].sort());
  for (const [provider, { client_id, secret }] of Object.entries(auth.external)) {
    const variable = `SUPABASE_AUTH_EXTERNAL_${provider.toUpperCase()}`;
    expect({ client_id, secret }).toEqual({
      client_id: `env(${variable}_CLIENT_ID)`,
      secret: `env(${variable}_SECRET)`,
    });
  }
});

test("declares no mail server, which would replace the project's own", () => {
  expect(auth.email).not.toHaveProperty('smtp');
});

test('enables sign-up by email, by a setting that the CLI does not call deprecated', () => {
  expect(auth.email).toMatchObject({ enabled: true });
  expect(auth.email).not.toHaveProperty('enable_signup');
});
