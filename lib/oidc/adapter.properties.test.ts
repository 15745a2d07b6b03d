import '../testing/unreachable-project';
import { exportJWK, generateKeyPair } from 'jose';
import { checkRegistration } from '../apps/check-registration';
import type { Client } from '../apps/read-client';
import { fc, runs } from '../testing/properties';
import { describeToLibrary } from './adapter';
import { makeProvider } from './provider';

const address = fc.constantFrom(
  ...[
    'https://app.example/cb',
    'https://app.example:8443/cb?x=1',
    'https://other.example',
    'https://localhost/cb',
  ],
  ...['http://localhost:4000/cb', 'http://127.0.0.1/cb', 'https://127.0.0.1:4000/', 'http://[::1]/cb'],
  ...['com.example.app:/cb', 'com.example.app://cb/done', 'https://app.example/cb#', 'http://app.example/cb'],
  ...[
    'https://app.example:99999/cb',
    'https://a_b.example/cb',
    'https://[2001:db8::1]/cb',
    'https://app.example/é',
  ],
);
const addresses = fc.uniqueArray(address, { maxLength: 3 });

type Library = { Client: new (metadata: object) => { clientId: string } };

async function makeKey() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: 'test', alg: 'RS256', use: 'sig' };
}

test('the library accepts every app that can be registered', async () => {
  const { Client: LibraryClient } = (await makeProvider([await makeKey()])) as unknown as Library;
  const clientId = `app_${'a'.repeat(24)}`;
  let taken = 0;
  fc.assert(
    fc.property(
      addresses,
      addresses,
      fc.boolean(),
      fc.boolean(),
      (redirectUris, signOutUris, isConfidential, isLocal) => {
        const given = { name: 'Gate', redirectUris, signOutUris, isConfidential };
        const checked = checkRegistration(given, { siteName: 'Ada Bank', isLocal });
        if (!checked.ok) return;
        const client: Client = {
          clientId,
          name: checked.registration.name,
          redirectUris,
          signOutUris,
          isConfidential,
          sector: 'app.example',
          secretHashes: isConfidential ? ['x'.repeat(43)] : [],
          isFirstParty: false,
          isReviewed: true,
          algorithm: 'RS256',
          requiresPkce: true,
          hasLogo: false,
        };
        expect(new LibraryClient(describeToLibrary(client, clientId) ?? {}).clientId).toBe(clientId);
        taken++;
      },
    ),
    runs(1000),
  );
  expect(taken).toBeGreaterThan(20);
});
