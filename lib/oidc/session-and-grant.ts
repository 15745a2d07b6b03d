import 'server-only';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { hashId } from '../apps/client-secret.ts';
import { giveGrant, type Scope, scopes } from '../apps/grants.ts';
import { errorOf } from '../backend-unavailable.ts';
import { newAuthorizationId } from './adapter.ts';
import { hasAgreed, type LibrarySession, makeGrant, sessionClassOf, setSession } from './library-types.ts';
import { type RequestState, requestStateOf } from './request-state.ts';

/** Scopes that the team's own apps get without consent. Wallets are always chosen by their owner. */
const neverAsked: readonly Scope[] = ['openid', 'profile', 'email', 'offline_access'];

/** The user's current grant, as a new authorization that can end without the others. */
export async function loadExistingGrant(ctx: KoaContextWithOIDC) {
  const { oidc } = ctx;
  const state = requestStateOf(ctx);
  const asked = scopes.filter((scope) => oidc.requestParamScopes.has(scope));
  if (state.client?.isFirstParty) await agreeForFirstParty(state, asked);
  const { grant, session, client } = state;
  if (!grant || !session || !client) return undefined;
  const authorization = makeGrant(oidc.provider, {
    accountId: session.userId,
    clientId: client.clientId,
    jti: newAuthorizationId(),
  });
  authorization.addOIDCScope(grant.scopes.join(' '));
  // The user has just deselected these scopes, so the library must not ask again.
  const leftOut = asked.filter((scope) => !grant.scopes.includes(scope));
  if (hasAgreed(ctx) && leftOut.length > 0) authorization.rejectOIDCScope(leftOut.join(' '));
  return authorization;
}

async function agreeForFirstParty(state: RequestState, asked: Scope[]): Promise<void> {
  const { viewer, session, client, grant } = state;
  const missing = asked.filter((scope) => !grant?.scopes.includes(scope));
  if (!viewer || !session || !client || missing.length === 0) return;
  if (!missing.every((scope) => neverAsked.includes(scope))) return;
  // Null keeps the grant's wallets.
  const given = await giveGrant(viewer, { clientId: client.clientId, scopes: missing, walletIds: null });
  if (!given.ok) throw errorOf('A grant could not be saved', given);
  state.grant = {
    id: given.grantId,
    scopes: [...(grant?.scopes ?? []), ...missing],
    wallets: grant?.wallets ?? [],
  };
}

/** Makes this site's session the library's, by undocumented hooks, and stores nothing. `library-contract.test.ts` reports changes. */
export function replaceSession(provider: Provider): void {
  const Session = sessionClassOf(provider);
  Session.get = async (ctx) => {
    const state = requestStateOf(ctx);
    const session = Session.instantiate(describeSession(state));
    session.authenticatedAgo = state.session?.authenticatedAgo;
    setSession(ctx, session);
    return session;
  };
  const keepsNothing = async function (this: LibrarySession) {
    this.touched = false;
  };
  Session.prototype.save = keepsNothing;
  Session.prototype.persist = keepsNothing;
  Session.prototype.destroy = async function () {
    this.destroyed = true;
  };
  Session.prototype.resetIdentifier = () => undefined;
  // By the database's clock. Signed out counts as long ago.
  Session.prototype.past = function (age) {
    return (this.authenticatedAgo ?? Number.POSITIVE_INFINITY) > Number(age);
  };
}

function describeSession({ session, viewer }: RequestState): object | undefined {
  if (!session || !viewer) return undefined;
  return {
    kind: 'Session',
    jti: hashId(viewer.sessionId),
    uid: hashId(viewer.sessionId),
    accountId: session.userId,
    loginTs: session.authTime,
    acr: session.acr,
    ...(session.amr.length > 0 && { amr: session.amr }),
  };
}
