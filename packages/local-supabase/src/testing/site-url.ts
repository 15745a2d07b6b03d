/** The site under test, as configured in the shared backend. */
export const siteUrl = process.env.LOCAL_SUPABASE_TESTS_SITE_URL ?? 'http://localhost:3000';

/** With the port, as in statements and client data. */
export const siteHost = new URL(siteUrl).host;

export const siteRpId = new URL(siteUrl).hostname;
