import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { App } from '@supabase/lite';
import type { JWTPayload } from 'jose';
import { z } from 'zod';
import type { Database } from './core/database.ts';

/** The claims Postgres sees as `request.jwt.claims`, word for word. */
export type RestClaims = JWTPayload & { role: string };

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
 * @param schemas that requests may name as their profile. One that names none means the first.
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
    const inner = new Request(request);
    inner.headers.set('apikey', internalKey);
    inner.headers.delete('authorization');
    // lite refuses the secret key from a browser. The gateway has applied that rule already.
    inner.headers.delete('user-agent');
    const store: RunningRequest = { claims };
    const response = await database.runAlone(() => running.run(store, async () => lite.fetch(inner)));
    if (response.status !== 500 || !store.databaseError) return response;
    const { code, message, detail, hint } = store.databaseError;
    const body = { code, message, details: detail ?? null, hint: hint ?? null };
    return Response.json(body, { status: findStatus(code) });
  };
}

const statusOfCode: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P17': 500,
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
  XX: 500,
};

/** The HTTP status PostgREST gives an SQLSTATE; 400 for any other, such as a raised exception. */
function findStatus(code: string): number {
  return statusOfCode[code] ?? statusOfClass[code.slice(0, 2)] ?? 400;
}

/** lite prints every database error with its query and parameters, which may be what a person typed. */
function silenceInside(running: AsyncLocalStorage<RunningRequest>): void {
  for (const method of ['error', 'warn', 'log'] as const) {
    const print = console[method].bind(console);
    console[method] = (...parts: unknown[]) => {
      if (!running.getStore()) print(...parts);
    };
  }
}
