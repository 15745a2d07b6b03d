import 'server-only';
import type Provider from 'oidc-provider';
import { hashId } from '../apps/hash-id.ts';
import { type LibrarySession, sessionClassOf, setSession } from './library-types.ts';
import { type RequestState, requestStateOf } from './request-state.ts';

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
