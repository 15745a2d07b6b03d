import 'server-only';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { hashId } from './hash-id.ts';
import { requestState } from './request-state.ts';

/** Of the library's class, what is replaced here. It isn't part of its types. */
export type SessionClass = {
  new (payload?: object): LibrarySession;
  instantiate(payload?: object): LibrarySession;
  get(ctx: KoaContextWithOIDC): Promise<LibrarySession>;
  prototype: LibrarySession;
};

type LibrarySession = {
  touched: boolean;
  destroyed: boolean;
  accountId?: string;
  save(): Promise<void>;
  persist(): Promise<void>;
  destroy(): Promise<void>;
  resetIdentifier(): void;
  past(age: string): boolean;
};

/**
 * Makes the library's session the one of this site: it has no cookie of its own and keeps nothing. Who is signed in, since
 * when and how is read with every request.
 *
 * None of this is documented by the library. `library-contract.test.ts` says so when it changes.
 */
export function replaceSession(provider: Provider): void {
  const Session = provider.Session as unknown as SessionClass;
  Session.get = async (ctx) => {
    const session = Session.instantiate(describeSession());
    ctx.oidc.entity('Session', session as never);
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
  // By the database's clock alone. Nobody signed in is as good as long ago.
  Session.prototype.past = (age) =>
    (requestState().session?.authenticatedAgo ?? Number.POSITIVE_INFINITY) > Number(age);
}

function describeSession(): object | undefined {
  const { session, viewer } = requestState();
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
