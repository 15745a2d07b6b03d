import { z } from 'zod';

export interface ProviderSettings {
  clientId: string;
  secret: string;
  /** The provider's URL, without a trailing slash; undefined for the real one. */
  url: string | undefined;
}

const Provider = z.object({
  enabled: z.boolean(),
  client_id: z.string(),
  secret: z.string(),
  url: z.string().optional(),
});

export const ExternalConfig = z.record(z.string(), Provider);

/** The variable with the URL of a server that simulates the provider, like LOCAL_SUPABASE_GITHUB_URL. */
export const providerUrlVariable = (provider: string) => `LOCAL_SUPABASE_${provider.toUpperCase()}_URL`;

/** The active providers: enabled in config.toml with both variables set, or simulated by a server, which needs only its URL. */
export function readProviders(
  config: z.infer<typeof ExternalConfig>,
  variables: Record<string, string | undefined>,
): Record<string, ProviderSettings> {
  const on: Record<string, ProviderSettings> = {};
  for (const [name, { enabled, client_id, secret, url }] of Object.entries(config)) {
    const played = variables[providerUrlVariable(name)];
    const settings = {
      clientId: fillIn(client_id, variables) || (played ? 'local' : ''),
      secret: fillIn(secret, variables) || (played ? 'local' : ''),
      url: (played || url)?.replace(/\/+$/, '') || undefined,
    };
    if (played || (enabled && settings.clientId && settings.secret)) on[name] = settings;
  }
  return on;
}

/** Replaces `env(NAME)` by the variable, as the Supabase CLI does. */
function fillIn(value: string, variables: Record<string, string | undefined>): string {
  const name = /^env\((\w+)\)$/.exec(value)?.[1];
  return name === undefined ? value : (variables[name] ?? '');
}
