import type { PublicPage } from 'countersign/proof/public-page';
import { recheckPage, summarizePage } from './recheck-page';

// The real check runs in a worker of the browser.
jest.mock('./recheck-proof', () => ({
  checkInWorker: async () => ({ status: 'checked', proofs: [] }),
}));
afterEach(() => jest.restoreAllMocks());

const github = { handle: 'bea-dev', id: '4711', confirmedAt: '2026-11-29T10:00:00.000Z' };
const page: PublicPage = {
  ...{ kind: 'countersign-page', version: 1, id: 'a1'.repeat(16), accountCode: '7F3K-2Q9D', proofs: [] },
  ...{ url: `https://countersign.example/people/${'a1'.repeat(16)}`, github },
};

it.each([
  ['the same', github, 'passed'],
  ['another handle', { ...github, handle: 'bea' }, 'gone'],
  ['the number of another account, which took over the handle', { ...github, id: '4712' }, 'gone'],
  ['another date', { ...github, confirmedAt: '2026-10-29T10:00:00.000Z' }, 'gone'],
  ['no GitHub account', undefined, 'gone'],
])('compares what the page shows of GitHub with its JSON: %s', async (_, current, status) => {
  const json = { ...page, github: current };
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(json));
  expect(await recheckPage(summarizePage(page))).toMatchObject({ status });
});
