import { Button } from '@/components/ui/button';
import type { DescribedRequest } from '@/lib/apps/describe-request';
import { hashAccount } from '@/lib/auth/session/account-hash';
import type { Viewer } from '@/lib/auth/session/viewer';
import { environment } from '@/lib/env';
import type { Interaction } from '@/lib/oidc/interaction';
import { readOfferedWallets } from '@/lib/wallets/read-offered-wallets';
import { issueChallengeHere, proveWalletHere } from './actions';
import { AnotherAccount } from './another-account';
import { AppHeading } from './app-heading';
import { ConsentForm } from './consent-form';
import { describeClaims } from './describe-claims';
import { NewMark } from './new-mark';
import { ProveHere } from './prove-here';
import { tickWallets } from './tick-wallets';
import { WalletBoxes } from './wallet-boxes';

type ConsentProps = {
  viewer: Viewer;
  interaction: Interaction;
  described: DescribedRequest;
  path: string;
  /** The wallets of an answer that was refused. */
  picked: string[] | null;
};

/** Its controls stand outside of it, because a form can't hold the forms of others. */
const formId = 'consent';

/** What an app will see, to be agreed to, with its wallets one by one. */
export async function Consent({ viewer, interaction, described, path, picked }: ConsentProps) {
  const { scopes, missingScopes, wallet: wanted, startedAt, redirectHost: host } = interaction;
  const { client, account, grant } = described;
  const { chain } = environment();
  const asksWallets = scopes.includes('wallets') || scopes.includes('proofs');
  const now = Date.now() / 1000;
  const wallets = tickWallets(described.wallets, { wanted, startedAt, now, picked });
  const mustProve = wanted !== null && !wallets.some(({ answers }) => answers);
  const isMore = grant !== null && (missingScopes.length > 0 || wanted !== null);
  const asked = mustProve ? 'Prove a wallet for' : isMore ? 'Share more with' : 'Sign in to';
  return (
    <div className="grid gap-6">
      <AppHeading client={client} asked={asked} host={host} />
      <AnotherAccount account={account} path={path} />
      {mustProve ? null : <Claims {...{ scopes, missingScopes, account, grant }} />}
      {asksWallets ? (
        <section aria-labelledby="wallets" className="grid gap-3">
          <h2 id="wallets">{mustProve ? 'The wallet it asks for' : 'Wallets it will see'}</h2>
          {mustProve ? null : <WalletBoxes wallets={wallets} formId={formId} />}
          <ProveHere
            wanted={wanted?.want ?? null}
            mustProve={mustProve}
            maxAgeSeconds={wanted?.maxAgeSeconds ?? null}
            proven={described.wallets.map(({ address, provenAt }) => ({ address, provenAt }))}
            good={wallets.filter(({ answers }) => wanted === null || answers).map(({ address }) => address)}
            host={host}
            chain={chain}
            offered={await readOfferedWallets()}
            actions={{ issueStatement: issueChallengeHere, submitSignature: proveWalletHere }}
          />
        </section>
      ) : null}
      <ConsentForm id={formId} action={`${path}/decide`}>
        <input type="hidden" name="account" value={hashAccount(viewer.id)} />
        <input type="hidden" name="scopes" value={scopes.join(' ')} />
        <p className="mb-4 text-small text-muted">
          {mustProve
            ? 'Nothing is shared yet: once it is proven, you see what the app asks for.'
            : "It sees nothing else: no other wallet, no activity, no way to sign in. It can't sign or change anything. You can end this at any time under Apps."}
        </p>
        <div className="grid gap-2">
          {mustProve ? null : (
            <Button
              type="submit"
              name="answer"
              value="share"
              variant={asksWallets && wallets.length === 0 ? 'secondary' : 'primary'}
            >
              Share and continue
            </Button>
          )}
          <Button type="submit" name="answer" value="cancel" variant={mustProve ? 'secondary' : 'quiet'}>
            Cancel
          </Button>
        </div>
      </ConsentForm>
    </div>
  );
}

type ClaimsProps = Pick<Interaction, 'scopes' | 'missingScopes'> &
  Pick<DescribedRequest, 'account' | 'grant'>;

function Claims({ scopes, missingScopes, account, grant }: ClaimsProps) {
  return (
    <section aria-labelledby="sees" className="grid gap-2">
      <h2 id="sees">{grant ? 'What it sees' : 'What it will see'}</h2>
      <ul className="divide-y divide-hairline border-y border-hairline">
        {describeClaims(scopes, account).map(({ scope, title, detail }) => (
          <li key={scope} className="py-2.5">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="[overflow-wrap:anywhere]">{title}</span>
              {grant && missingScopes.includes(scope) ? <NewMark /> : null}
            </p>
            <p className="text-small text-muted [overflow-wrap:anywhere]">{detail}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
