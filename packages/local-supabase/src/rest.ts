import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { App } from '@supabase/lite';
import { z } from 'zod';
import type { Database } from './core/database.ts';
import { readFunctionName, withAccessMode } from './rest-access-mode.ts';
import type { RestClaims } from './rest-claims.ts';

export type Rest = (request: Request, claims: RestClaims) => Promise<Response>;

const DatabaseError = z.object({
  code: z.string().length(5),
  message: z.string(),
  detail: z.string().nullish(),
  hint: z.string().nullish(),
});

interface RunningRequest {
  claims: RestClaims;
  databaseError?: z.infer<typeof DatabaseError>;
}

/**
 * The REST API of @supabase/lite. The caller has verified the claims and read the body.
 * @param schemas that a request may select as its profile. The first is the default.
 */
export async function openRest(database: Database, schemas: string[]): Promise<Rest> {
  const running = new AsyncLocalStorage<RunningRequest>();
  const internalKey = randomBytes(24).toString('hex');
  silenceInside(running);
  const { connection } = database;
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error: unknown) => {
    const normal = normalize(error);
    const store = running.getStore();
    const parsed = DatabaseError.safeParse(normal);
    if (store && parsed.success) store.databaseError = parsed.data;
    return normal;
  };
  const lite = new App({
    connection,
    auth: { enabled: false },
    api: { schemas, anonymous_enabled: true },
    options: {
      server: {
        disableStudio: true,
        apiKeys: {
          resolver: async (key: string) => {
            const store = running.getStore();
            if (key !== internalKey || !store) return null;
            const isServer = store.claims.role === 'service_role';
            return { type: isServer ? 'secret' : 'publishable', claims: store.claims };
          },
        },
      },
    },
  });
  await lite.init();

  return async (request, claims) => {
    const refused = refuseMethod(request);
    if (refused) return refused;
    const inner = new Request(request);
    inner.headers.set('apikey', internalKey);
    inner.headers.delete('authorization');
    // lite refuses the secret key from a browser, which the gateway has already done.
    inner.headers.delete('user-agent');
    const store: RunningRequest = { claims };
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const profile = request.headers.get(isRead ? 'accept-profile' : 'content-profile');
    const schema = profile ?? schemas[0] ?? '';
    const response = await database.runAlone(() =>
      running.run(store, () => withAccessMode(database, { request, schema }, async () => lite.fetch(inner))),
    );
    if (!store.databaseError || (response.status !== 500 && !isMisreported(request, store.databaseError)))
      return response;
    const { code, message, detail, hint } = store.databaseError;
    const body = { code, message, details: detail ?? null, hint: hint ?? null };
    return Response.json(body, { status: findStatus(code, message) });
  };
}

const methodsOfFunctions = new Set(['GET', 'HEAD', 'POST']);
const methodsOfTables = new Set([...methodsOfFunctions, 'PUT', 'PATCH', 'DELETE']);

function refuseMethod(request: Request): Response | undefined {
  const { method } = request;
  const isCall = readFunctionName(request) !== undefined;
  if ((isCall ? methodsOfFunctions : methodsOfTables).has(method)) return undefined;
  const refusal = isCall
    ? { code: 'PGRST101', message: `Cannot use the ${method} method on RPC` }
    : { code: 'PGRST117', message: `Unsupported HTTP method: ${method}` };
  return Response.json({ ...refusal, details: null, hint: null }, { status: 405 });
}

/** lite reports these as the caller's error, and a table missing inside a function as a missing function. */
function isMisreported(request: Request, { code }: { code: string }): boolean {
  return code === '21000' || (code === '42P01' && readFunctionName(request) !== undefined);
}

const statusOfCode: Record<string, number> = {
  '21000': 500,
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '57P01': 503,
  P0001: 400,
};
const statusOfClass: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/** PostgREST 14's HTTP status for an SQLSTATE; 400 for an unlisted one. */
function findStatus(code: string, message: string): number {
  // pg_safeupdate refused the statement, which is the caller's error.
  if (code === '21000' && message.endsWith('requires a WHERE clause')) return 400;
  return statusOfCode[code] ?? statusOfClass[code.slice(0, 2)] ?? 400;
}

/** lite logs each database error with its query and parameters, which may contain what a user typed. */
function silenceInside(running: AsyncLocalStorage<RunningRequest>): void {
  for (const method of ['error', 'warn', 'log'] as const) {
    const print = console[method].bind(console);
    console[method] = (...parts: unknown[]) => {
      if (!running.getStore()) print(...parts);
    };
  }
}
