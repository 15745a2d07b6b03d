import type { AuthContext } from '../auth-context.ts';
import type { AuthApp } from '../caller.ts';
import { providers } from '../oauth/oauth-client.ts';

/** Public: the JWKS, a health check, and the sign-in methods. */
export function addDiscoveryRoutes(app: AuthApp, auth: AuthContext): void {
  app.get('/.well-known/jwks.json', (request) => {
    // 10 minutes, as at hosted projects.
    request.header('cache-control', 'public, max-age=600');
    return request.json(auth.signingKeys.keySet());
  });
  app.get('/health', (request) =>
    request.json({
      version: 'local',
      name: 'GoTrue',
      description: 'GoTrue is a user registration and authentication API',
    }),
  );
  app.get('/settings', (request) =>
    request.json({
      external: {
        anonymous_users: false,
        email: auth.settings.allowEmail,
        phone: false,
        ...Object.fromEntries([...providers.keys()].map((name) => [name, name in auth.settings.providers])),
      },
      disable_signup: !auth.settings.allowSignUp,
      mailer_autoconfirm: false,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      passkeys_enabled: auth.settings.passkeys.isOn,
    }),
  );
}
