import { z } from 'zod';
import { action } from './action';
import { readyForm } from './form-state';

const mockHeaders = new Headers({ 'x-request-id': 'the-id-of-it' });
jest.mock('next/headers', () => ({ headers: async () => mockHeaders }));
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

it('a form of another build is given back with what was typed but for secrets, and nothing is done with it', async () => {
  const handler = jest.fn(async () => ({ ok: true as const }));
  const form = new FormData();
  form.append('label', 'Savings');
  form.append('password', 'correct horse');
  mockHeaders.set('x-countersign-outdated', '1');
  const state = await action(z.object({ label: z.string() }), handler)(readyForm, form);
  mockHeaders.delete('x-countersign-outdated');
  expect(state).toMatchObject({ status: 'failed', problem: { code: 'request.outdated' }, fields: {} });
  expect(state).toHaveProperty('values', { label: 'Savings' });
  expect(handler).not.toHaveBeenCalled();
});
