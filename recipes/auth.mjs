import NextAuth from 'next-auth';

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [
    {
      id: 'countersign',
      name: 'Countersign',
      // Everything else is in the issuer's /.well-known/openid-configuration.
      type: 'oidc',
      issuer: process.env.ISSUER,
      clientId: process.env.CLIENT_ID,
      clientSecret: process.env.CLIENT_SECRET,
      // The ID token has only the subject and the time of sign-in. The name is in userinfo.
      idToken: false,
      authorization: { params: { scope: 'openid profile wallets' } },
      // Bind the callback to the browser and request that began the sign-in.
      checks: ['pkce', 'state', 'nonce'],
      profile: (claims) => ({ id: claims.sub, name: claims.name }),
    },
  ],
  callbacks: {
    // The content of the session cookie. Auth.js encrypts it, so the tokens never leave the server.
    jwt({ token, account }) {
      // Auth.js passes `account` only once, at the sign-in.
      if (!account) return token;
      return {
        // The user's ID in this app: other apps receive another `sub`.
        sub: account.providerAccountId,
        name: token.name,
        idToken: account.id_token,
        accessToken: account.access_token,
        // Epoch seconds.
        accessTokenEndsAt: account.expires_at,
      };
    },
  },
  // Where users land after Cancel.
  pages: { signIn: '/', error: '/' },
});
