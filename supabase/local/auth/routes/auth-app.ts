import { Hono } from 'hono';
import type { AuthContext } from '../auth-context.ts';
import { AuthError, answerError } from '../auth-error.ts';
import type { AuthApp, CallerEnv } from '../caller.ts';
import { addAdminLinkRoutes } from './admin-link-routes.ts';
import { addAdminUserRoutes } from './admin-user-routes.ts';
import { addDiscoveryRoutes } from './discovery-routes.ts';
import { addFactorAdminRoutes } from './factor-admin-routes.ts';
import { addFactorChallengeRoutes } from './factor-challenge-routes.ts';
import { addFactorRoutes } from './factor-routes.ts';
import { addIdentityRoutes } from './identity-routes.ts';
import { addMailRoutes } from './mail-routes.ts';
import { addOAuthRoutes } from './oauth-routes.ts';
import { addPasskeyAdminRoutes } from './passkey-admin-routes.ts';
import { addPasskeyRegistrationRoutes } from './passkey-registration-routes.ts';
import { addPasskeyRoutes } from './passkey-routes.ts';
import { addPasskeySignInRoutes } from './passkey-sign-in-routes.ts';
import { addSignOutRoutes } from './sign-out-routes.ts';
import { addSignUpRoutes } from './sign-up-routes.ts';
import { addTokenRoutes } from './token-routes.ts';
import { addUserRoutes } from './user-routes.ts';
import { addVerifyRoutes } from './verify-routes.ts';

/** The part of Supabase Auth that Countersign uses, under `/auth/v1`. One file a group of routes. */
export function createAuthApp(auth: AuthContext): AuthApp {
  const app = new Hono<CallerEnv>().basePath('/auth/v1');
  app.onError(answerError);
  app.notFound((request) => answerError(new AuthError(404, 'not_found', 'Not found'), request));
  app.use(auth.rateLimits.limitRequests);
  addDiscoveryRoutes(app, auth);
  addSignUpRoutes(app, auth);
  addTokenRoutes(app, auth);
  addMailRoutes(app, auth);
  addVerifyRoutes(app, auth);
  addUserRoutes(app, auth);
  addSignOutRoutes(app, auth);
  addFactorRoutes(app, auth);
  addFactorChallengeRoutes(app, auth);
  addFactorAdminRoutes(app, auth);
  addPasskeySignInRoutes(app, auth);
  addPasskeyRegistrationRoutes(app, auth);
  addPasskeyRoutes(app, auth);
  addPasskeyAdminRoutes(app, auth);
  addOAuthRoutes(app, auth);
  addIdentityRoutes(app, auth);
  addAdminUserRoutes(app, auth);
  addAdminLinkRoutes(app, auth);
  return app;
}
