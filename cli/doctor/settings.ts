import type { Setting } from './finding.ts';

const inProject = (dashboard: string, config: string | null, selfHosted: string | null): Setting => ({
  dashboard,
  config,
  selfHosted,
  site: null,
});
export const onSite = (site: string): Setting => ({
  dashboard: null,
  config: null,
  selfHosted: null,
  site,
});

/** Settings of the project, by their names in the Dashboard, in config.toml and on a self-hosted project. */
export const settings = {
  apiKeys: inProject(
    'Project Settings > API Keys',
    null,
    'the keys of your gateway: ANON_KEY and SERVICE_ROLE_KEY',
  ),
  exposedSchemas: inProject(
    'Project Settings > Data API > Exposed schemas: add countersign',
    'api.schemas, with "countersign" in it',
    'PGRST_DB_SCHEMAS=public,graphql_public,countersign',
  ),
  emailProvider: inProject(
    'Authentication > Sign In / Providers > Email > Enable Email provider: on',
    'auth.email.enabled = true',
    'GOTRUE_EXTERNAL_EMAIL_ENABLED=true',
  ),
  confirmEmail: inProject(
    'Authentication > Sign In / Providers > Confirm email: on',
    'auth.email.enable_confirmations = true',
    'GOTRUE_MAILER_AUTOCONFIRM=false',
  ),
  signUp: inProject(
    'Authentication > Sign In / Providers > Allow new users to sign up: on',
    'auth.enable_signup = true',
    'GOTRUE_DISABLE_SIGNUP=false',
  ),
  anonymous: inProject(
    'Authentication > Sign In / Providers > Allow anonymous sign-ins: off',
    'auth.enable_anonymous_sign_ins = false',
    'GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED=false',
  ),
  phone: inProject(
    'Authentication > Sign In / Providers > Phone > Enable Phone provider: off',
    'auth.sms.enable_signup = false',
    'GOTRUE_EXTERNAL_PHONE_ENABLED=false',
  ),
  manualLinking: inProject(
    'Authentication > Sign In / Providers > Allow manual linking: on',
    'auth.enable_manual_linking = true',
    'GOTRUE_SECURITY_MANUAL_LINKING_ENABLED=true',
  ),
  solana: inProject(
    'Authentication > Sign In / Providers > Web3 Wallet > Enable Sign in with Solana: on',
    'auth.web3.solana.enabled = true',
    'GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED=true',
  ),
  totp: inProject(
    'Authentication > Multi-Factor > TOTP (App Authenticator): Enabled',
    'auth.mfa.totp.enroll_enabled = true, verify_enabled = true',
    'GOTRUE_MFA_TOTP_ENROLL_ENABLED=true, GOTRUE_MFA_TOTP_VERIFY_ENABLED=true',
  ),
  codeLength: inProject(
    'Authentication > Sign In / Providers > Email > Email OTP Length: 6',
    'auth.email.otp_length = 6',
    'GOTRUE_MAILER_OTP_LENGTH=6',
  ),
  codeExpiry: inProject(
    'Authentication > Sign In / Providers > Email > Email OTP Expiration: 3600',
    'auth.email.otp_expiry = 3600',
    'GOTRUE_MAILER_OTP_EXP=3600',
  ),
  passwordLength: inProject(
    'Authentication > Sign In / Providers > Email > Minimum password length: 8',
    'auth.minimum_password_length = 8',
    'GOTRUE_PASSWORD_MIN_LENGTH=8',
  ),
  passwordRules: inProject(
    'Authentication > Sign In / Providers > Email > Password Requirements: no required characters',
    'auth.password_requirements = ""',
    'GOTRUE_PASSWORD_REQUIRED_CHARACTERS, not set',
  ),
  secureEmailChange: inProject(
    'Authentication > Sign In / Providers > Email > Secure email change: on',
    'auth.email.double_confirm_changes = true',
    'GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED=true',
  ),
  securePasswordChange: inProject(
    'Authentication > Sign In / Providers > Email > Secure password change: on',
    'auth.email.secure_password_change = true',
    'GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION=true',
  ),
  siteUrl: inProject(
    'Authentication > URL Configuration > Site URL: the address in SITE_URL',
    'auth.site_url',
    'GOTRUE_SITE_URL',
  ),
  redirectUrls: inProject(
    'Authentication > URL Configuration > Redirect URLs: SITE_URL with /**',
    'auth.additional_redirect_urls',
    'GOTRUE_URI_ALLOW_LIST',
  ),
  signingKeys: inProject(
    'Project Settings > JWT Keys > JWT Signing Keys: migrate, then rotate to an ECC (P-256) key',
    'auth.signing_keys_path, for a project on your own machine only',
    'GOTRUE_JWT_KEYS',
  ),
  tokenExpiry: inProject(
    'Project Settings > JWT Keys > Access token expiry time: 3600',
    'auth.jwt_expiry = 3600',
    'GOTRUE_JWT_EXP=3600',
  ),
  tokenHook: inProject(
    'Authentication > Auth Hooks > Customize Access Token (JWT) Claims: off',
    'auth.hook.custom_access_token.enabled = false',
    'GOTRUE_HOOK_CUSTOM_ACCESS_TOKEN_ENABLED=false',
  ),
  tokenRotation: inProject(
    'Authentication > Sessions > Detect and revoke potentially compromised refresh tokens: on',
    'auth.enable_refresh_token_rotation = true',
    'GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED=true',
  ),
  tokenReuse: inProject(
    'Authentication > Sessions > Refresh token reuse interval: 10',
    'auth.refresh_token_reuse_interval = 10',
    'GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL=10',
  ),
  oauthServer: inProject(
    'Authentication > OAuth Server > Enable the Supabase OAuth Server: off',
    'auth.oauth_server.enabled = false',
    'GOTRUE_OAUTH_SERVER_ENABLED=false',
  ),
  passkeys: inProject(
    'Authentication > Passkeys > Enable Passkey authentication: on',
    'auth.passkey.enabled = true, which config push does not send',
    'GOTRUE_PASSKEY_ENABLED=true',
  ),
  relyingParty: inProject(
    'Authentication > Passkeys > Relying Party ID: the host of SITE_URL; Relying Party Origins: SITE_URL',
    'auth.webauthn.rp_id and rp_origins, which config push does not send',
    'GOTRUE_WEBAUTHN_RP_ID, GOTRUE_WEBAUTHN_RP_ORIGINS',
  ),
  captcha: inProject(
    'Authentication > Attack Protection > Enable Captcha protection: off',
    'auth.captcha.enabled = false',
    'GOTRUE_SECURITY_CAPTCHA_ENABLED=false',
  ),
  forwardedAddresses: inProject(
    'Authentication > Rate Limits > IP address forwarding: on',
    null,
    'GOTRUE_SECURITY_SB_FORWARDED_FOR_ENABLED=true',
  ),
  mails: inProject(
    'Authentication > Emails > Templates: the files of supabase/templates',
    'auth.email.template.*',
    'GOTRUE_MAILER_TEMPLATES_*, GOTRUE_MAILER_SUBJECTS_*',
  ),
  smtp: inProject(
    'Authentication > Emails > SMTP Settings: a server of your own, without click tracking',
    'auth.email.smtp',
    'GOTRUE_SMTP_HOST and the variables beside it',
  ),
  mailLimit: inProject(
    'Authentication > Rate Limits > Rate limit for sending emails: 1000',
    'auth.rate_limit.email_sent, which config push does not send; the Management API calls it rate_limit_email_sent',
    'GOTRUE_RATE_LIMIT_EMAIL_SENT=1000',
  ),
} satisfies Record<string, Setting>;
