import type { Environment } from '../../../../lib/env.ts';
import { schemaHeaders } from '../../../../lib/supabase/schema.ts';
import type { Project } from '../project/choose-project.ts';
import { type Answer, ask } from './ask.ts';
import type { Finding } from './finding.ts';
import type { Options } from './read-options.ts';

/** One thing that is looked at. Throws only Away: then somebody stopped answering midway. */
export type Check = {
  /** As its findings are headed. */
  name: string;
  run(project: Project, context: Context): Promise<Finding[]> | Finding[];
};

type AuthQuestion = { method?: string; body?: unknown; accessToken?: string };

/** What every check may use. The keys are put in here, so that none of them ends in a finding. */
export type Context = {
  environment: Environment;
  /** As they were set, for what the environment above has filled in. */
  variables: Record<string, string | undefined>;
  options: Options;
  /** Aborted when somebody stops the command. */
  signal: AbortSignal;
  /** Auth as anybody asks it, with the public key. */
  askAuth(path: string, question?: AuthQuestion): Promise<Answer>;
  /** Auth as this server asks it, with the secret key. */
  askAuthAsServer(path: string, question?: AuthQuestion): Promise<Answer>;
  /** A function of the database, with the secret key or, for `key`, the public one. */
  callFunction(name: string, parameters?: object, key?: 'public'): Promise<Answer>;
  /** The site as a visitor reaches it. */
  askSite(
    path: string,
    question?: { method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<Answer>;
  /** Any address, as anybody. */
  askAt(url: string): Promise<Answer>;
  /** What `work` gives, asked for once however many checks want it. */
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
          // A public key of the newer kind is no token, and Auth takes none in its place.
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
