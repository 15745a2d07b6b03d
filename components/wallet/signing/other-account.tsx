import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { formatAgo } from '@/lib/format-ago';
import { shortenAddress } from '@/lib/shorten-address';
import type { OtherAccountProps, SigningPurpose } from './signing-purpose';

/** Asks what happens to the account that only this wallet opens: moving the wallet deletes it, or both accounts stay. */
export function OtherAccount(props: OtherAccountProps & { moveAndDelete: SigningPurpose }) {
  const { account, address, start, close, moveAndDelete } = props;
  const [deletes, setDeletes] = useState(true);
  return (
    <div className="flex flex-col gap-4">
      <p>
        <Mono>{shortenAddress(address)}</Mono> is proven on account <Mono>{account.code}</Mono>, made{' '}
        {formatAgo(account.createdAt, new Date().toISOString())}. It's that account's only way in.
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
