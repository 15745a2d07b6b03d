/** Lets the code under test find a backend, as the environment of a deployment would. */
export function pointSiteAt(backend: { url: string; publishableKey: string; secretKey: string }): void {
  process.env.SUPABASE_URL = backend.url;
  process.env.SUPABASE_PUBLISHABLE_KEY = backend.publishableKey;
  process.env.SUPABASE_SECRET_KEY = backend.secretKey;
}
