import '@/lib/testing/unreachable-project';
import type { PublicPage } from 'countersign/proof/public-page';
import { signInFields, writeSignInText } from 'countersign/proof/statement';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { GET as drawBadge } from './badge.svg/route';
import { generateMetadata, Person } from './page';
import { GET as drawPicture } from './picture.png/route';

let mockPage: object;
jest.mock('@/lib/proofs/read-public-page', () => ({
  readPublicPage: async () => ({ ok: true, page: mockPage }),
}));
// Shows what a picture is drawn from, without the copies that are kept.
jest.mock('@/app/proofs/[proofId]/picture.png/draw-once', () => ({
  drawOnce: (_: string, draw: () => unknown) => draw(),
}));
jest.mock('@/app/proofs/[proofId]/picture.png/draw-picture', () => ({
  drawPicture: async (drawn: object) => JSON.stringify(drawn),
}));

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

const addresses = [
  '3ubhDqzTnSoVRsnHnDGVnXgVxoSpTPVe4rLmmRUJubmr',
  'AzCpTnSoVRsnHnDGVnXgVxoSpTPVe4rLmmRUJDqz4Bf6',
];
const statement = {
  version: 2,
  purpose: 'prove',
  origin: 'https://countersign.example',
  chain: 'solana:mainnet',
} as const;
const issued = { issuedAt: new Date('2026-11-20T09:00:00Z'), expiresAt: new Date('2026-11-20T09:05:00Z') };
/** Proofs whose statements name the account as `signed`. */
const proofsOf = (signed: string | null, displayName?: string) =>
  addresses.map((address, place) => ({
    ...{ kind: 'countersign-proof', version: 2, id: `${place}b0f6c7e-3d57-4c8b-9a55-2f1b6c1d7e90` },
    ...{ status: 'standing', method: 'sign_message', accountCode: page.accountCode, address },
    ...{ ...statement, provenAt: '2026-11-20T09:01:00.000Z' },
    statement: writeSignInText(
      signInFields({
        ...statement,
        ...issued,
        address,
        accountCode: page.accountCode,
        displayName: signed,
        nonce: 'a'.repeat(32),
      }),
    ),
    ...(displayName && { displayName }),
  })) as unknown as PublicPage['proofs'];
const context = { params: Promise.resolve({ pageId: page.id }) };
const titleOf = async (json: Partial<PublicPage>) => {
  mockPage = { ...page, ...json };
  return String((await generateMetadata(context)).title);
};
const imageOf = async (draw: typeof drawPicture, json: Partial<PublicPage>) => {
  mockPage = { ...page, ...json };
  const { status, text } = await draw(new Request('https://countersign.example/'), context).then(
    async (answer) => ({ status: answer.status, text: await answer.text() }),
  );
  return status === 200 ? text : status;
};

it.each([
  ['another person', 'Ada Lovelace'],
  ['a site', 'phantom.com'],
  ['this site', 'Countersign'],
])('puts the account ID beside a name that imitates %s, also in the title', async (_, name) => {
  const proofs = proofsOf(name, name);
  expect(words({ proofs })).toContain(`${name}Account 7F3K-2Q9D`);
  expect(words({ proofs })).not.toContain('The signed text');
  expect(await titleOf({ proofs })).toBe(`Wallets of ${name}, account 7F3K-2Q9D`);
});

it('marks a name that no wallet signed, and shows how the signed text spells another', () => {
  expect(words({ proofs: proofsOf(null, 'Беа') })).toContain('The signed text has only the ID.');
  expect(words({ proofs: proofsOf('Jose Nunez', 'José Núñez') })).toContain(
    'spells it &quot;Jose Nunez&quot;',
  );
});

it('keeps a name that is written from right to left apart from the words around it', () => {
  expect(render({ proofs: proofsOf(null, 'לוי') })).toContain('<bdi>לוי</bdi>');
});

it('draws a picture that stays the same whichever wallets are listed, since messengers keep it', async () => {
  const proofs = proofsOf('Bea', 'Bea');
  const drawn = await imageOf(drawPicture, { proofs });
  expect(drawn).toContain('"name":"Bea"');
  expect(await imageOf(drawPicture, { proofs: proofs.slice(1) })).toBe(drawn);
  for (const address of addresses) expect(drawn).not.toContain(address.slice(0, 4));
});

it('claims no proven wallets for an empty page: no picture, no preview, no green badge', async () => {
  expect(await imageOf(drawPicture, {})).toBe(404);
  expect(await imageOf(drawBadge, {})).toMatch(/No wallets listed(?!.*#0e6a4e)/);
  mockPage = page;
  expect(await generateMetadata(context)).toEqual({ title: 'Wallets of account 7F3K-2Q9D' });
});
