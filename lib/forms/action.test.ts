import { z } from 'zod';
import { action } from './action';
import { readyForm } from './form-state';

jest.mock('next/headers', () => ({ headers: async () => new Headers({ 'x-request-id': 'the-id-of-it' }) }));
jest.mock('next/cache', () => ({ revalidatePath: jest.fn() }));
jest.mock('next/navigation', () => ({ redirect: jest.fn() }));

it('an unexpected failure is logged with the id that its answer carries, and tells the page nothing', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const fails = action(z.object({}), async () => {
    throw new Error('a secret of the database');
  });
  const state = await fails(readyForm, new FormData());
  expect(logged).toHaveBeenCalledWith(expect.stringContaining('the-id-of-it'), expect.any(Error));
  expect(state).toMatchObject({ status: 'failed', problem: { code: 'request.unexpected' } });
  expect(JSON.stringify(state)).not.toContain('secret');
});
