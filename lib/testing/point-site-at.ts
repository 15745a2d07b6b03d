import { type LocalSupabase, siteUrl } from 'local-supabase/testing';
import { sharedBackend } from '../../supabase/testing/share-backend.ts';

/** Lets the code under test find a local backend, as `npm start` does, and answer without its minimum times. */
export function pointSiteAt(backend: { url: string; publishableKey: string; secretKey: string }): void {
  process.env.SUPABASE_URL = backend.url;
  process.env.SUPABASE_PUBLISHABLE_KEY = backend.publishableKey;
  process.env.SUPABASE_SECRET_KEY = backend.secretKey;
  process.env.SITE_URL = siteUrl;
  process.env.COUNTERSIGN_EMBEDDED = '1';
  process.env.LOCAL_MINIMUM_TIMES = 'off';
}

/** `sharedBackend`, found by the code under test. */
export function siteOnBackend(): LocalSupabase {
  const backend = sharedBackend();
  beforeAll(() => pointSiteAt(backend));
  return backend;
}
