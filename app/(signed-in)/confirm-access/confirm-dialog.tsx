'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { hasPasskeys } from '@/components/passkey/has-passkeys';
import { hasPlatformAuthenticator } from '@/components/passkey/platform-authenticator';
import { MailboxLink } from '@/components/sign-in/mailbox-link';
import { Button } from '@/components/ui/button';
import type { ConfirmRequest } from '@/components/ui/confirm-request';
import { Dialog } from '@/components/ui/dialog';
import { withNext } from '@/lib/http/with-next';
import { stepUpMinutes } from '@/lib/lifetimes';
import { describeStepUpAction } from './actions';
import {
  authenticatorReason,
  type OfferedMethod,
  otherMethods,
  recoverBySigningIn,
  removeLost,
} from './methods';
import { PasskeyMethod } from './passkey-method';
import { AuthenticatorForm, CodeMethod, PasswordForm, WalletMethod } from './step-up-forms';

type ConfirmDialogProps = { request: ConfirmRequest; onClose: () => void };
type Offer = Extract<Awaited<ReturnType<typeof describeStepUpAction>>, { ok: true }>;

/** Keeps the page's typed values. With a wallet on an iPhone the page is used, because the wallet app opens it in its own browser. */
export function ConfirmDialog({ request, onClose }: ConfirmDialogProps) {
  const [offer, setOffer] = useState<Offer>();
  const [chosen, setChosen] = useState<OfferedMethod>();
  const { path, pressed, byAuthenticator, onConfirmed, keep } = request;
  const leave = useEffectEvent(() => {
    keep?.();
    location.assign(path);
  });

  useEffect(() => {
    let isOpen = true;
    Promise.all([describeStepUpAction({}), hasPlatformAuthenticator()]).then(
      ([answer, isHere]) => {
        if (!isOpen) return;
        const methods = answer.ok ? sortMethods(answer.methods, { byAuthenticator, isHere }) : [];
        if (answer.ok && methods[0] && !needsPage(methods[0])) setOffer({ ...answer, methods });
        else leave();
      },
      () => isOpen && leave(),
    );
    return () => {
      isOpen = false;
    };
  }, [byAuthenticator]);

  const method = chosen ?? offer?.methods[0];
  const confirmed = () => {
    onClose();
    // Runs after the dialog has restored the focus.
    setTimeout(onConfirmed);
  };
  return (
    <Dialog isOpen heading="Confirm it's you" onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-muted">
          {byAuthenticator ? `${authenticatorReason} ` : ''}
          {pressed ? `You'll continue with “${pressed}”. ` : ''}
          {byAuthenticator ? '' : `We won't ask again for ${stepUpMinutes} minutes.`}
        </p>
        {offer ? null : <p role="status">One moment…</p>}
        {method === 'passkey' ? <PasskeyMethod onConfirmed={confirmed} /> : null}
        {method === 'authenticator' ? (
          <AuthenticatorForm isAsked={byAuthenticator} onConfirmed={confirmed} />
        ) : null}
        {offer && method === 'password' ? <PasswordForm email={offer.email} onConfirmed={confirmed} /> : null}
        {offer && method === 'code' ? <CodeInPlace offer={offer} onConfirmed={confirmed} /> : null}
        {method === 'code' && offer?.mailboxUrl ? <MailboxLink url={offer.mailboxUrl} /> : null}
        {method === 'authenticator' && offer ? <LostAuthenticator path={offer.lostPath} /> : null}
        {offer && method === 'wallet' ? (
          <WalletMethod offered={offer.wallets} onConfirmed={confirmed} />
        ) : null}
        <ul className="grid justify-items-start empty:hidden">
          {offer?.methods
            .filter((one) => one !== method)
            .map((one) => (
              <li key={one}>
                {needsPage(one) ? (
                  <a href={`${path}&way=${one}`} onClick={keep} className="control-link">
                    {otherMethods[one]}
                  </a>
                ) : (
                  <Button
                    variant="quiet"
                    className="-ml-2.75 forced-colors:ml-0"
                    onClick={() => setChosen(one)}
                  >
                    {otherMethods[one]}
                  </Button>
                )}
              </li>
            ))}
        </ul>
      </div>
    </Dialog>
  );
}

function LostAuthenticator({ path }: { path: string | null }) {
  if (path) return <a href={withNext(path, location.pathname)}>{removeLost}</a>;
  return <p className="text-muted">{recoverBySigningIn}</p>;
}

/** A passkey first if this device may hold one, else last. Leaves only the authenticator if its code is required. */
function sortMethods(
  methods: OfferedMethod[],
  { byAuthenticator, isHere }: { byAuthenticator: boolean; isHere: boolean },
) {
  if (byAuthenticator) return methods.filter((method) => method === 'authenticator');
  const others = methods.filter((method) => method !== 'passkey');
  if (others.length === methods.length || !hasPasskeys()) return others;
  return isHere ? methods : [...others, 'passkey' as const];
}

function needsPage(method: OfferedMethod): boolean {
  return method === 'wallet' && /iP(?:hone|ad|od)/.test(navigator.userAgent);
}

function CodeInPlace({ offer, onConfirmed }: { offer: Offer; onConfirmed: () => void }) {
  const [isSent, setIsSent] = useState(offer.isCodeSent);
  return (
    <CodeMethod
      email={offer.email}
      isSent={isSent}
      onSent={() => setIsSent(true)}
      onConfirmed={onConfirmed}
    />
  );
}
