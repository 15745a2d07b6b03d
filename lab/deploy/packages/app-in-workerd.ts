import { randomUUID } from 'node:crypto';
import type { Countersign, Settings } from 'countersign/server';

type Fetch = NonNullable<Settings['fetch']>;

/** The site as each app's test sees it. */
export const sites = new Map<string, Fetch>();
/** Addresses of the worker and of the server in front of `sites`. */
export const addresses = { worker: '', site: '' };

type Answer = {
  logged: string[];
  value?: unknown;
  error?: object;
  response?: ResponseInit & { body: string };
};

async function call(id: string, settings: Settings, name: string, args: unknown[]): Promise<unknown> {
  const sent = args.map((value) =>
    value instanceof Request ? { url: value.url, method: value.method, headers: [...value.headers] } : value,
  );
  const body = JSON.stringify({ id, settings, name, args: sent, site: addresses.site, now: Date.now() });
  // Canceled with the visitor's request.
  const signal = args.find((value) => value instanceof Request)?.signal;
  const sentTo = await fetch(addresses.worker, { method: 'POST', body, ...(signal && { signal }) });
  const answer = (await sentTo.json()) as Answer;
  for (const line of answer.logged) console.error(line);
  if (answer.error) throw Object.assign(new Error(), answer.error);
  if (!answer.response) return answer.value;
  const { body: text, ...init } = answer.response;
  return new Response(text || null, init);
}

function open({ fetch: site, ...settings }: Settings) {
  const id = randomUUID();
  if (site) sites.set(id, site);
  return (name: string, ...args: unknown[]) => call(id, settings, name, args);
}

/** In place of the package's functions: calls those of the packed one in workerd. `hono` is an app of that framework. */
export function createCountersign(
  given: Settings,
): Countersign & { hono(request: Request): Promise<Response> } {
  const app = open(given);
  return new Proxy({} as ReturnType<typeof createCountersign>, {
    get:
      (_, name: string) =>
      (...args: unknown[]) =>
        app(name, ...args),
  });
}

export const readWalletsOf = (sub: string, given: Settings) => open(given)('readWalletsOf', sub);
