// Imported for its effect: settings for tests that read settings but call no backend. They are set before the tested modules load.
Object.assign(process.env, {
  SUPABASE_URL: 'https://abcdefgh.supabase.co',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
  SUPABASE_SECRET_KEY: 'sb_secret_test',
  SITE_URL: 'https://countersign.example',
});
