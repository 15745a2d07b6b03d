import { z } from 'zod';

export const providerNames = ['github', 'google'] as const;
export type ProviderName = (typeof providerNames)[number];

/** What Auth needs to send people to a provider. */
export interface ProviderSettings {
  clientId: string;
  secret: string;
  /** Where the provider is, without a slash at the end; undefined for the real one. */
  url: string | undefined;
}

const Provider = z.object({
  enabled: z.boolean(),
  client_id: z.string(),
  secret: z.string(),
  url: z.string().optional(),
});

/** `[auth.external]` of config.toml. */
export const ExternalConfig = z.object({ github: Provider, google: Provider });

/**
 * The providers that are on: enabled in config.toml with both of their variables set, or played by the server at
 * LOCAL_SUPABASE_GITHUB_URL or LOCAL_SUPABASE_GOOGLE_URL, which needs nothing else.
 */
export function readProviders(
  config: z.infer<typeof ExternalConfig>,
  variables: NodeJS.ProcessEnv,
): Partial<Record<ProviderName, ProviderSettings>> {
  const on: Partial<Record<ProviderName, ProviderSettings>> = {};
  for (const name of providerNames) {
    const { enabled, client_id, secret, url } = config[name];
    const played = variables[`LOCAL_SUPABASE_${name.toUpperCase()}_URL`];
    const settings = {
      clientId: fillIn(client_id, variables) || (played ? 'local' : ''),
      secret: fillIn(secret, variables) || (played ? 'local' : ''),
      url: (played || url)?.replace(/\/+$/, '') || undefined,
    };
    if (played || (enabled && settings.clientId && settings.secret)) on[name] = settings;
  }
  return on;
}

/** `env(NAME)` stands for the variable, as in the Supabase CLI. */
function fillIn(value: string, variables: NodeJS.ProcessEnv): string {
  const name = /^env\((\w+)\)$/.exec(value)?.[1];
  return name === undefined ? value : (variables[name] ?? '');
}
