import type { Environment } from '../../lib/env.ts';
import { schemaHeaders } from '../../lib/supabase/rest.ts';
import { type Answer, ask } from './ask.ts';

export type Options = {
  probe: boolean;
  testMailTo: string | null;
  hasSite: boolean;
  as: 'text' | 'json' | 'sql';
};

type AuthQuestion = { method?: string; body?: unknown; accessToken?: string };
type SiteQuestion = { method?: string; headers?: Record<string, string>; body?: string };

/** Shared by all checks. It adds the keys to requests, so that no finding contains one. */
export type Context = {
  environment: Environment;
  /** The raw settings, without the defaults that `environment` has. */
  variables: Record<string, string | undefined>;
  options: Options;
  /** Aborted when the command is stopped. */
  signal: AbortSignal;
  fetchAuth(path: string, question?: AuthQuestion): Promise<Answer>;
  fetchAuthAsServer(path: string, question?: AuthQuestion): Promise<Answer>;
  /** Calls a database function with the secret key, or with the publishable one for `key`. */
  callFunction(name: string, parameters?: object, key?: 'public'): Promise<Answer>;
  fetchSite(path: string, question?: SiteQuestion): Promise<Answer>;
  /** Runs a question once for all checks, and returns its answer. */
  know<Told>(question: Question<Told>): Promise<Told | null>;
};

/** What checks ask. @returns null if there is nothing to judge, or another check reports why */
export type Question<Told> = (context: Context) => Promise<Told | null> | Told | null;

export function createContext(
  given: Pick<Context, 'environment' | 'variables' | 'options' | 'signal'>,
): Context {
  const { supabaseUrl, supabaseSecretKey, supabasePublishableKey, siteUrl } = given.environment;
  const { signal } = given;
  const known = new Map<unknown, Promise<unknown>>();
  const fetchAs =
    (key: string) =>
    (path: string, { method, body, accessToken = key }: AuthQuestion = {}) =>
      ask(`${supabaseUrl}/auth/v1${path}`, {
        ...(method && { method }),
        headers: {
          apikey: key,
          // A publishable key is not a token, and Auth refuses it as one.
          ...((accessToken !== supabasePublishableKey || accessToken.startsWith('eyJ')) && {
            authorization: `Bearer ${accessToken}`,
          }),
          'x-supabase-api-version': '2024-01-01',
        },
        body,
        signal,
      });
  const context: Context = {
    ...given,
    fetchAuth: fetchAs(supabasePublishableKey),
    fetchAuthAsServer: fetchAs(supabaseSecretKey),
    callFunction: (name, parameters = {}, key) => {
      const used = key === 'public' ? supabasePublishableKey : supabaseSecretKey;
      return ask(`${supabaseUrl}/rest/v1/rpc/${name}`, {
        headers: { ...schemaHeaders, apikey: used, authorization: `Bearer ${used}` },
        body: parameters,
        signal,
      });
    },
    fetchSite: (path, question) => ask(`${siteUrl}${path}`, { ...question, signal }),
    know: <Told>(question: Question<Told>) => {
      const answer = (known.get(question) as Promise<Told | null>) ?? (async () => question(context))();
      known.set(question, answer);
      return answer;
    },
  };
  return context;
}
