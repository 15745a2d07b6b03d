import { shutdown } from '@/lib/http/shutdown';

/** The process is alive, whatever else is down; 503 once it was asked to end, so that a balancer sends nobody here any more. */
export function GET(): Response {
  const headers = { 'cache-control': 'no-store' };
  return shutdown.hasBegun
    ? Response.json({ status: 'ending' }, { status: 503, headers })
    : Response.json({ status: 'ok' }, { headers });
}

export const dynamic = 'force-dynamic';
