import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { fail } from '../result';
import { action, callable } from './action';
import { readyForm } from './form-state';

const mockHeaders = new Headers({ 'x-request-id': 'the-id-of-it' });
jest.mock('next/headers', () => ({ headers: async () => mockHeaders }));
jest.mock('next/cache', () => ({ revalidatePath: jest.fn() }));
jest.mock('next/navigation', () => ({ redirect: jest.fn() }));

it("an exception is logged with its request's ID, and the page learns nothing of it", async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const fails = action(z.object({}), async () => {
    throw new Error('a secret of the database');
  });
  const state = await fails(readyForm, new FormData());
  expect(logged).toHaveBeenCalledWith(expect.stringContaining('the-id-of-it'), expect.any(Error));
  expect(state).toMatchObject({ status: 'failed', problem: { code: 'request.unexpected' } });
  expect(JSON.stringify(state)).not.toContain('secret');
});

it.each(['\0', 'a\0b', '\ud83d', '\udc00 and more'])(
  'text that the database refuses is rejected at its field, without calling the handler: %j',
  async (text) => {
    const handler = jest.fn(async () => ({ ok: true as const }));
    // Browsers encode forms without lone surrogates, but such fields may arrive otherwise.
    const form = Object.assign(new FormData(), {
      *[Symbol.iterator]() {
        yield* [
          ['label', 'Savings'],
          ['password', text],
        ];
      },
    });
    const state = await action(z.object({ password: z.string() }), handler)(readyForm, form);
    expect(state).toMatchObject({ status: 'failed', fields: { password: { code: 'field.not_text' } } });
    expect(state).toHaveProperty('values', { label: 'Savings' });
    for (const input of [{ a: text }, { a: [{ b: text }] }, { [text]: 'a' }, [{ [text]: 1 }]]) {
      const answer = await callable(z.unknown(), handler)(input);
      expect(answer).toMatchObject({ ok: false, problem: { code: 'field.not_text' } });
    }
    expect(handler).not.toHaveBeenCalled();
  },
);

it("a field's error quotes the typed text unchanged", async () => {
  const refuses = action(z.object({}), async () =>
    fail('app.redirect_https', {
      fields: { redirectUris: 'app.redirect_https' },
      about: { redirectUris: 'http://app.example/$&' },
    }),
  );
  expect(await refuses(readyForm, new FormData())).toMatchObject({
    fields: { redirectUris: { title: 'Use https in http://app.example/$&.' } },
  });
});

it('a call that redirects makes the router drop its pages first, and one that stays returns its answer', async () => {
  const made = async () => ({ ok: true as const, redirectTo: '/wallets' });
  expect(await callable(z.null(), made)(null)).toEqual(await made());
  expect(redirect).not.toHaveBeenCalled();
  jest.mocked(redirect).mockImplementationOnce(() => {
    expect(revalidatePath).toHaveBeenCalledWith('/', 'layout');
    throw new Error('redirected');
  });
  await expect(callable(z.null(), made, { redirects: true })(null)).rejects.toThrow('redirected');
  expect(redirect).toHaveBeenCalledWith('/wallets');
  const stays = async () => ({ ok: true as const, redirectTo: undefined });
  expect(await callable(z.null(), stays, { redirects: true })(null)).toEqual({ ok: true });
});

it('text in any script is text', async () => {
  const handler = jest.fn(async () => ({ ok: true as const }));
  for (const input of [{ a: '😀 é \u202e \ufeff' }, undefined, null, 'text', 5, { a: null, b: [true, 1] }])
    expect(await callable(z.unknown(), handler)(input)).toEqual({ ok: true });
});
