import type { PublicPage } from 'countersign/proof/public-page';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Person } from './page';

jest.mock('@/lib/proofs/read-public-page', () => ({}));

const page: PublicPage = {
  ...{
    kind: 'countersign-page',
    version: 1,
    id: 'a1'.repeat(16),
    url: 'https://countersign.example/people/a1',
  },
  ...{ accountCode: '7F3K-2Q9D', proofs: [] },
};
const render = (json: Partial<PublicPage>) =>
  renderToStaticMarkup(createElement(Person, { page: { ...page, ...json } }));
const words = (json: Partial<PublicPage>) => render(json).replace(/<[^>]*>/g, '');

it('dates the GitHub handle right beside it, since another person may get it, and links to nobody', () => {
  const github = { handle: 'bea-dev', id: '4711', confirmedAt: '2026-11-29T10:00:00.000Z' };
  expect(words({ github })).toContain('GitHub account bea-dev, confirmed by GitHub on 29 Nov 2026');
  expect(render({ github })).not.toContain('<a ');
});

it('shows the ID of an account without a name, and says that nothing is listed', () => {
  expect(words({})).toContain('Account 7F3K-2Q9D');
  expect(words({})).toContain('No wallet is listed here right now.');
});
