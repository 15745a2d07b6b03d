import type { RequestState } from '../oidc/request-state';

export const now = 1_800_000_000;

/** A request by no app and without a session. */
export const makeRequestState = (more: Partial<RequestState> = {}): RequestState => ({
  ...{ now, cameAt: now, viewer: null, session: null, sub: null, client: null, grant: null, item: null },
  ...{ authorization: null, itemHash: null, askedScope: null },
  changes: { end: [], use: [], drop: [], put: [], used: [] },
  ...more,
});

export const client: NonNullable<RequestState['client']> = {
  ...{
    clientId: 'app',
    name: 'Gate',
    redirectUris: ['https://app.example/cb'],
    signOutUris: [],
    sector: 'app',
  },
  ...{ isConfidential: false, secretHashes: [], isFirstParty: false, isReviewed: false, hasLogo: false },
  ...{ algorithm: 'ES256', requiresPkce: true },
};
