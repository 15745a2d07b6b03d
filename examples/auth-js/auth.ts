import { Countersign, callbacks } from 'countersign/auth-js';
import NextAuth from 'next-auth';

declare module 'next-auth' {
  interface Session {
    countersignSub?: string;
  }
}

/**
 * `callbacks` keeps the user's ID at Countersign in the session, as `countersignSub`. A function, so that `next build` needs no settings.
 */
export const { handlers, auth, signIn, signOut } = NextAuth(() => ({
  providers: [Countersign()],
  callbacks,
  // Where users land after Cancel: the page with the button.
  pages: { signIn: '/members', error: '/members' },
}));
