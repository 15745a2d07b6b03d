import { siteOnBackend } from '@/lib/testing/point-site-at';
import { switchToSession } from '@/lib/testing/wallet-visitor';
import { callAsServer, signUpPerson } from '@/supabase/testing/person';

const backend = siteOnBackend();
const ask = async () => {
  const { GET } = await import('./route');
  const answer = await GET(new Request('http://localhost/api/session'));
  expect([answer.headers.get('access-control-allow-origin'), answer.headers.get('vary')]).toEqual([
    null,
    'cookie',
  ]);
  const { status, error } = (await answer.json()) as { status?: string; error?: { code: string } };
  return status ?? [answer.status, error?.code];
};

test('an open page learns that its session was ended while its token is valid, and no failure ends one', async () => {
  const { bound, session } = await signUpPerson(backend);
  switchToSession(session);
  expect(await ask()).toBe('signed-in');
  const real = globalThis.fetch;
  const fetching = jest.spyOn(globalThis, 'fetch');
  for (const answer of [
    () => Promise.reject(new TypeError('no network')),
    async () => new Response('', { status: 503 }),
  ]) {
    fetching.mockImplementation((input, init) =>
      String(input).includes('/rest/v1/') ? answer() : real(input, init),
    );
    expect(await ask()).toBe('signed-in');
  }
  const logged = jest.spyOn(console, 'error').mockReturnValue();
  fetching.mockImplementation(async () => Response.json({ code: 'PGRST202' }, { status: 404 }));
  expect(await ask()).toEqual([500, 'request.unexpected']);
  expect(logged).toHaveBeenCalledTimes(1);
  fetching.mockRestore();
  await callAsServer(backend, 'end_session', { ...bound, p_target: bound.p_session_id });
  expect(await ask()).toBe('signed-out');
});
