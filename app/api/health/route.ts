/** The process is alive, whatever else is down. */
export function GET(): Response {
  return Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } });
}

export const dynamic = 'force-dynamic';
