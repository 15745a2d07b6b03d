import { decode, encode } from '@auth/core/jwt';

/**
 * As if ten minutes had passed: a session cookie of Auth.js whose access token is over.
 * @param {{ name: string, value: string }} cookie
 * @param {string} secret AUTH_SECRET of the app
 * @returns {Promise<{ value: string, accessToken: string }>} the cookie's new value, and the token that it holds
 */
export async function endAccessToken({ name, value }, secret) {
  const token = await decode({ token: value, secret, salt: name });
  const over = { ...token, accessTokenEndsAt: Math.floor(Date.now() / 1000) - 1 };
  return { value: await encode({ token: over, secret, salt: name }), accessToken: token.accessToken };
}
