import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { z } from 'zod';

const Config = z.object({
  auth: z.object({
    minimum_password_length: z.number(),
    rate_limit: z.object({
      token_refresh: z.number(),
      sign_in_sign_ups: z.number().default(30),
      token_verifications: z.number().default(30),
    }),
  }),
});

const { auth } = Config.parse(parse(readFileSync('supabase/config.toml', 'utf8')));

// Auth counts password guesses by the limit on tokens, so a number for refreshes alone would let them through.
test("passwords can't be guessed at Auth faster than by Supabase's own limits, nor be shorter than ours", () => {
  expect(auth.rate_limit.token_refresh).toBeLessThanOrEqual(150);
  expect(auth.rate_limit.sign_in_sign_ups).toBeLessThanOrEqual(30);
  expect(auth.rate_limit.token_verifications).toBeLessThanOrEqual(30);
  expect(auth.minimum_password_length).toBe(8);
});
