import NextAuth from 'next-auth';

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [
    {
      id: 'countersign',
      name: 'Countersign',
      // The issuer's /.well-known/openid-configuration says everything else.
      type: 'oidc',
      issuer: process.env.ISSUER,
      clientId: process.env.CLIENT_ID,
      clientSecret: process.env.CLIENT_SECRET,
      // The ID token says who someone is and when they signed in. Their name stands in userinfo.
      idToken: false,
      authorization: { params: { scope: 'openid profile wallets' } },
      // Only the browser that left may come back, with the answer to its own question.
      checks: ['pkce', 'state', 'nonce'],
      profile: (claims) => ({ id: claims.sub, name: claims.name }),
    },
  ],
  callbacks: {
    // What the session cookie holds. Auth.js encrypts it, so the tokens never leave the server.
    jwt({ token, account }) {
      // `account` is there once, right after someone signed in.
      if (!account) return token;
      return {
        // Who it is, for this app: other apps know the same person by another `sub`.
        sub: account.providerAccountId,
        name: token.name,
        idToken: account.id_token,
        accessToken: account.access_token,
        // Epoch seconds.
        accessTokenEndsAt: account.expires_at,
      };
    },
  },
  // Where someone lands who pressed Cancel.
  pages: { signIn: '/', error: '/' },
});
