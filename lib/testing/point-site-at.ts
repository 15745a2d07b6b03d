import { type LocalSupabase, siteUrl } from 'local-supabase/testing';
import { sharedBackend } from '../../supabase/testing/share-backend.ts';

/** Points the tested code at a local backend, as `npm start` does, without minimum times. */
export function pointSiteAt(backend: { url: string; publishableKey: string; secretKey: string }): void {
  process.env.SUPABASE_URL = backend.url;
  process.env.SUPABASE_PUBLISHABLE_KEY = backend.publishableKey;
  process.env.SUPABASE_SECRET_KEY = backend.secretKey;
  process.env.SITE_URL = siteUrl;
  process.env.COUNTERSIGN_EMBEDDED = '1';
  process.env.LOCAL_MINIMUM_TIMES = 'off';
  // A busy machine may need more than five seconds.
  process.env.LOCAL_BACKEND_TIMEOUT = '600';
}

/** `sharedBackend`, with the tested code pointed at it. */
export function siteOnBackend(): LocalSupabase {
  const backend = sharedBackend();
  beforeAll(() => pointSiteAt(backend));
  return backend;
}
