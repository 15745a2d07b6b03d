import { shutdown } from '@/lib/http/shutdown';

/** 200 while the process runs, whatever else is down; 503 after SIGTERM, so that load balancers stop sending requests. */
export function GET(): Response {
  const headers = { 'cache-control': 'no-store' };
  return shutdown.hasBegun
    ? Response.json({ status: 'ending' }, { status: 503, headers })
    : Response.json({ status: 'ok' }, { headers });
}

export const dynamic = 'force-dynamic';
