const asked: string[] = [];
jest.mock('../../supabase/call-function', () => ({
  callFunction: async (name: string) => {
    asked.push(name);
    return { ok: false, code: 'auth.recent_auth_required' };
  },
}));

it("doesn't count an export that step-up refuses", async () => {
  const { exportAccount } = await import('./export-account');
  const viewer = {
    id: crypto.randomUUID(),
    sessionId: crypto.randomUUID(),
    email: 'ada@example.com',
    aal: 'aal1' as const,
    openedMailAt: null,
    sessionExpiresAt: 0,
  };
  expect(await exportAccount(viewer)).toEqual({ ok: false, code: 'auth.recent_auth_required' });
  expect(asked).toEqual(['require_recent_auth']);
});
