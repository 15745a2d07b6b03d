import type { Environment } from '../../lib/env.ts';
import { schemaHeaders } from '../../lib/supabase/schema.ts';
import type { Project } from '../project/choose-project.ts';
import { type Answer, ask } from './ask.ts';
import type { Finding } from './finding.ts';
import type { Options } from './read-options.ts';

/** One check. Throws only Away, if a connection fails midway. */
export type Check = {
  name: string;
  run(project: Project, context: Context): Promise<Finding[]> | Finding[];
};

type AuthQuestion = { method?: string; body?: unknown; accessToken?: string };

/** Shared by all checks. It adds the keys to requests, so that no finding contains one. */
export type Context = {
  environment: Environment;
  /** The raw settings, without the defaults that `environment` has. */
  variables: Record<string, string | undefined>;
  options: Options;
  /** Aborted when the command is stopped. */
  signal: AbortSignal;
  askAuth(path: string, question?: AuthQuestion): Promise<Answer>;
  askAuthAsServer(path: string, question?: AuthQuestion): Promise<Answer>;
  /** Calls a database function with the secret key, or with the publishable one for `key`. */
  callFunction(name: string, parameters?: object, key?: 'public'): Promise<Answer>;
  /** Requests the site like a visitor. */
  askSite(
    path: string,
    question?: { method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<Answer>;
  askAt(url: string): Promise<Answer>;
  /** The result of `work`, which runs once for all checks. */
  once<Value>(name: string, work: () => Promise<Value>): Promise<Value>;
};

export function createContext(
  project: Project,
  given: Pick<Context, 'environment' | 'variables' | 'options' | 'signal'>,
): Context {
  const { supabaseUrl, secretKey } = project;
  const { supabasePublishableKey, siteUrl } = given.environment;
  const { signal } = given;
  const known = new Map<string, Promise<unknown>>();
  const askAs =
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
  return {
    ...given,
    askAuth: askAs(supabasePublishableKey),
    askAuthAsServer: askAs(secretKey),
    callFunction: (name, parameters = {}, key) => {
      const used = key === 'public' ? supabasePublishableKey : secretKey;
      return ask(`${supabaseUrl}/rest/v1/rpc/${name}`, {
        headers: { ...schemaHeaders, apikey: used, authorization: `Bearer ${used}` },
        body: parameters,
        signal,
      });
    },
    askSite: (path, question) => ask(`${siteUrl}${path}`, { ...question, signal }),
    askAt: (url) => ask(url, { signal }),
    once: <Value>(name: string, work: () => Promise<Value>) => {
      const value = (known.get(name) as Promise<Value> | undefined) ?? work();
      known.set(name, value);
      return value;
    },
  };
}
