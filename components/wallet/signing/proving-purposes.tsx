import type { ProofMethod } from 'countersign/proof/statement';
import { createElement, type ReactNode, useState } from 'react';
import { ConfirmAccessLink } from '@/components/ui/access-links';
import { Button } from '@/components/ui/button';
import { keptPrefix } from '@/components/ui/draft-values';
import { demoWalletName } from '@/components/wallet/standard/demo-wallet-name';
import { formatAgo } from '@/lib/format-ago';
import { shortenAddress } from '@/lib/shorten';
import {
  carriers,
  type OtherAccountProps,
  type SigningPurpose,
  type StepUpLinkProps,
  signsWithoutAsking,
  type WantedSignature,
} from './signing-purpose';

function describeProving(result: string): SigningPurpose['describe'] {
  return ({ wallet, method }) => {
    const shown =
      method === 'memo'
        ? `Once you sign in ${wallet},`
        : `${wallet} shows you the same text. Once you sign it,`;
    const asked = wallet === demoWalletName ? `${signsWithoutAsking} Then` : shown;
    return `${carriers[method] ?? ''}${asked} we check the signature and ${result}.`;
  };
}

/** Keeps the proof during the step-up, so that the user doesn't start it again. */
function ConfirmThenProve({ wanted, goOn }: StepUpLinkProps) {
  return createElement(ConfirmAccessLink, {
    keep: () => keepProof(wanted),
    onConfirmed: () => {
      takeProof();
      goOn();
    },
  });
}

const shared = {
  checking: 'Checking the signature…',
  back: 'Back to wallets',
  canResend: true,
  StepUpLink: ConfirmThenProve,
};

const cannotHelp = {
  'wallet.only_sign_in_method': null,
  'wallet.account_has_second_factor': null,
  'wallet.account_has_wallets': null,
  'wallet.account_has_apps': null,
  'auth.recent_auth_required': null,
};

/** Moves the wallet here from another account. */
export const move: SigningPurpose = {
  ...shared,
  name: 'move',
  heading: (wallet) => `Move ${wallet} here`,
  describe: describeProving('the wallet moves to your account'),
  warning: 'Its proof on the other account ends. If that account has an email, we notify its owner.',
  press: 'Move it here',
  get offers() {
    return { ...cannotHelp, 'wallet.only_sign_in_method': { label: 'Start again', purpose: prove } };
  },
};

/** As `move`, and deletes that account: only offered where the wallet is all that opens it. */
export const moveAndDelete: SigningPurpose = {
  ...shared,
  name: 'move-and-delete',
  heading: (wallet) => `Move ${wallet} here`,
  describe: describeProving('the wallet moves to your account, and the account it is on now is deleted'),
  press: 'Move it and delete that account',
  get offers() {
    return {
      ...cannotHelp,
      'wallet.account_has_sign_in_method': { label: 'Move it here', purpose: move },
      'proof.challenge_gone': { label: 'Start again', purpose: prove },
    };
  },
};

/** The optional second signature, after a new wallet has signed in. */
export const proveToShare: SigningPurpose = {
  ...shared,
  name: 'prove',
  heading: (wallet) => `Prove ${wallet}`,
  describe: describeProving('the wallet is proven, with a proof you can share'),
  back: 'Continue without it',
  offers: cannotHelp,
};

export const prove: SigningPurpose = {
  ...shared,
  name: 'prove',
  heading: (wallet) => `Prove ${wallet}`,
  describe: describeProving('the wallet is proven'),
  offers: { ...cannotHelp, 'wallet.proven_elsewhere': { label: 'Move it here', purpose: move } },
  OtherAccount: (elsewhere) => createElement(OtherAccount, { ...elsewhere, moveAndDelete }),
};

/** Proves a wallet on the page of an app's request, in the dialog that connected it. */
export const proveForApp: SigningPurpose = {
  ...prove,
  describe: describeProving('the wallet is proven. The app sees nothing before you share it'),
  back: 'Not now',
};

/** Asks what happens to the account that only this wallet opens: moving the wallet deletes it, or both accounts stay. */
function OtherAccount(props: OtherAccountProps & { moveAndDelete: SigningPurpose }) {
  const { account, address, start, close, moveAndDelete } = props;
  const [deletes, setDeletes] = useState(true);
  return (
    <div className="flex flex-col gap-4">
      <p>
        <Mono>{shortenAddress(address)}</Mono> is proven on account <Mono>{account.code}</Mono>, made{' '}
        {formatAgo(account.createdAt, new Date().toISOString())}. It's that account's only sign-in method.
      </p>
      <fieldset className="grid gap-4">
        <legend className="sr-only">What happens to that account</legend>
        <Option
          label="Move it here and delete that account"
          isChosen={deletes}
          choose={() => setDeletes(true)}
        >
          One signature, and it can't be undone. {sayLoss(account)} That account has no email, so no notice
          goes out.
        </Option>
        <Option label="Keep both" isChosen={!deletes} choose={() => setDeletes(false)}>
          To use <Mono>{account.code}</Mono> instead, sign out and sign in with this wallet.
        </Option>
      </fieldset>
      {deletes && !account.signsInHere ? (
        <p>
          Your account here has no confirmed email. This wallet won't sign in to it until you{' '}
          {/* An app's request would be lost. */}
          {location.pathname === '/wallets' ? (
            <a href="/account#email">add one</a>
          ) : (
            'add one on its Account page'
          )}
          .
        </p>
      ) : null}
      <div className="flex flex-col gap-4">
        {deletes ? (
          <Button variant="primary" onClick={() => start(moveAndDelete)}>
            Sign to move it here
          </Button>
        ) : (
          <Button variant="primary" onClick={close}>
            Keep both
          </Button>
        )}
        <Button onClick={close}>Cancel</Button>
      </div>
    </div>
  );
}

function Mono({ children }: { children: string }) {
  return <span className="font-mono whitespace-nowrap">{children}</span>;
}

function Option(props: { label: string; isChosen: boolean; choose: () => void; children: ReactNode }) {
  const { label, isChosen, choose, children } = props;
  return (
    <label className="flex cursor-pointer items-start gap-2.5 rounded-control border border-hairline px-4 py-3.5 has-checked:border-ink has-checked:outline has-checked:-outline-offset-2 has-checked:outline-ink">
      <input
        type="radio"
        name="other-account"
        checked={isChosen}
        onChange={choose}
        className="mt-0.5 size-4 shrink-0 accent-ink"
      />
      <span>
        <span className="block font-semibold">{label}</span>
        <span className="block text-small text-muted">{children}</span>
      </span>
    </label>
  );
}

function sayLoss({ proofs, publicProofs, apps }: OtherAccountProps['account']): string {
  const links =
    publicProofs === 1 ? ' Its public link stops working.' : ` ${publicProofs} public links stop working.`;
  return [
    `Its ${proofs === 1 ? 'proof' : `${proofs} proofs`} and all its other data are deleted.`,
    publicProofs > 0 ? links : '',
    apps > 0 ? ` ${apps === 1 ? 'One app loses' : `${apps} apps lose`} access.` : '',
  ].join('');
}

/** A proof that waits for a step-up. Stored in this tab, where no link can create one. Continues only for the same account. */
type KeptProof = {
  account: string;
  purpose: 'prove' | 'move';
  address: string;
  method: ProofMethod;
  keptAt: number;
};

/** The prefix has sign-out remove it, like typed values. */
const storageKey = `${keptPrefix}proof`;

/** Longer than confirming takes, even by emailed code, and short enough that the user remembers. */
const keptForMinutes = 15;

/** Does nothing if storage is blocked; the user then starts the proof again. */
export function keepProof({ name, address, method }: WantedSignature): void {
  const { account } = document.documentElement.dataset;
  const purpose = name === 'move-and-delete' ? 'prove' : name;
  if (!account || !address || (purpose !== 'prove' && purpose !== 'move')) return;
  const kept: KeptProof = { account, purpose, address, method, keptAt: Date.now() };
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    return;
  }
}

/** Returns and removes the kept proof. Null if absent, too old, or another account's. */
export function takeProof(): KeptProof | null {
  try {
    const stored = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    if (stored === null) return null;
    const kept = JSON.parse(stored) as KeptProof;
    const isOwn = kept.account === document.documentElement.dataset.account;
    const isGood = isOwn && Date.now() - kept.keptAt < keptForMinutes * 60_000;
    return isGood ? kept : null;
  } catch {
    // Storage is blocked, or its content is invalid.
    return null;
  }
}
