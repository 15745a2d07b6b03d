/** The address of the site under test, as the shared backend knows it. */
export const siteUrl = process.env.LOCAL_SUPABASE_TESTS_SITE_URL ?? 'http://localhost:3000';

/** With its port, as statements and authenticators name the site. */
export const siteHost = new URL(siteUrl).host;

export const siteRpId = new URL(siteUrl).hostname;
