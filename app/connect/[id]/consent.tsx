import type { ComponentProps } from 'react';
import { issueChallengeAction, proveWalletAction } from '@/app/(signed-in)/wallets/actions';
import { Proven } from '@/components/proofs/proven';
import { LocalTime } from '@/components/ui/local-time';
import type { DescribedRequest } from '@/lib/apps/grants';
import { environment } from '@/lib/env';
import type { Interaction } from '@/lib/oidc/interaction';
import { hashAccount, type Viewer } from '@/lib/session/viewer';
import { shortenAddress } from '@/lib/shorten';
import { readOfferedWallets } from '@/lib/wallets/read-offered-wallets';
import { boxId } from './box-id';
import { ConsentForm } from './consent-form';
import { ProveHere } from './prove-here';
import { AnotherAccount, AppHeading, Claims } from './request-parts';
import { mostShared, pageUnticked, type TickableWallet, tickWallets } from './wallet-choice';

type ConsentProps = {
  viewer: Viewer;
  interaction: Pick<Interaction, 'scopes' | 'missingScopes' | 'wallet' | 'startedAt' | 'destination'>;
  described: DescribedRequest;
  /** The host whose apps share one ID per user; null if the app shares it with no other. */
  sector: string | null;
  path: string;
  picked: string[] | null;
  /** `granted`: for an app with access, which asks for nothing now. */
  kind?: 'request' | 'granted';
};

/** Controls name their form by this ID, because they are outside of it: a form can't contain other forms. */
const formId = 'consent';

export async function Consent(props: ConsentProps) {
  const { viewer, interaction, described, sector, path, picked, kind = 'request' } = props;
  const isGranted = kind === 'granted';
  const { scopes, missingScopes, wallet: wanted, startedAt, destination } = interaction;
  const { client, account, grant } = described;
  const { chain } = environment();
  const asksWallets = scopes.includes('wallets') || scopes.includes('proofs');
  const now = Date.now() / 1000;
  const isTrusted = client.isReviewed || client.isFirstParty;
  const wallets = tickWallets(described.wallets, { wanted, startedAt, now, picked, isTrusted });
  const mustProve = wanted !== null && !wallets.some(({ answers }) => answers);
  const answering = wallets.filter(({ answers }) => answers);
  // The heading stays the same once the wallet was proven for this request.
  const asksProof = mustProve || answering.some(({ provenAt }) => Date.parse(provenAt) / 1000 > startedAt);
  const wantsMore = wanted !== null && !answering.some(({ isShared }) => isShared);
  const sharedIds = isGranted ? (grant?.walletIds ?? []) : [];
  // Wallets of another chain, or beyond the list, stay shared.
  const endsAll = sharedIds.length > 0 && sharedIds.every((id) => wallets.some((wallet) => wallet.id === id));
  const pageId = scopes.includes('wallets') && !mustProve && wallets.length > 0 ? described.pageId : null;
  const pageBefore = grant?.showsPage ? pageId : null;
  const isMore = isGranted || (grant !== null && (missingScopes.length > 0 || wantsMore));
  const asked = asksProof ? 'Prove a wallet for' : isMore ? 'Share more with' : 'Sign in to';
  return (
    <div className="grid gap-6">
      <AppHeading client={client} asked={asked} destination={destination} />
      {isGranted ? null : <AnotherAccount account={account} path={path} />}
      {mustProve ? null : (
        <Claims
          {...{ scopes, missingScopes, account, grant, sector }}
          wallets={asksWallets ? (wallets.length > 0 ? 'selected' : 'none') : 'kept'}
        />
      )}
      {asksWallets ? (
        <section aria-labelledby="wallets" className="grid gap-3">
          <h2 id="wallets">{mustProve ? 'The wallet it asks for' : 'Choose which wallets it can see'}</h2>
          {isTrusted ||
          mustProve ||
          wallets.length === 0 ||
          wallets.some(({ isTicked }) => isTicked) ? null : (
            <p className="text-muted">
              This app isn't reviewed, so no wallet is selected. Select the wallets it may see
              {wanted ? '. It asks for at least one.' : ', or select none.'}
            </p>
          )}
          {mustProve ? null : <WalletBoxes wallets={wallets} isGranted={isGranted} />}
          {/* A changed link or tick makes a new box, so that a tick for the old link doesn't count. */}
          {pageId ? (
            <PageBox
              key={`${pageId} ${pageBefore}`}
              pageId={pageId}
              isTicked={pageBefore !== null && !picked?.includes(pageUnticked)}
            />
          ) : null}
          <ProveHere
            missing={mustProve ? wanted : null}
            proven={described.wallets.map(({ address, provenAt }) => ({ address, provenAt }))}
            good={mustProve ? [] : wallets.map(({ address }) => address)}
            destination={destination}
            chain={chain}
            ticksProven={isGranted && isTrusted}
            offered={await readOfferedWallets()}
            actions={{ issueStatement: issueChallengeAction, submitSignature: proveWalletAction }}
          />
        </section>
      ) : null}
      <ConsentForm
        id={formId}
        action={`${path}/decide`}
        share={mustProve ? null : asksWallets && wallets.length === 0 ? 'secondary' : 'primary'}
        wallets={!asksWallets || wanted ? null : wallets.length === 0 ? 'none' : 'some'}
        saves={isGranted && (endsAll ? 'Stop sharing all wallets' : 'Save selection')}
      >
        <input type="hidden" name="account" value={hashAccount(viewer.id)} />
        <input type="hidden" name="scopes" value={scopes.join(' ')} />
        {sharedIds.map((id) => (
          <input key={id} type="hidden" name="shared" value={id} />
        ))}
        {pageBefore ? <input type="hidden" name="pageBefore" value={pageBefore} /> : null}
        <p className="mb-4 text-small text-muted">
          {mustProve
            ? "Nothing is shared yet. After you prove it, you'll see what the app asks for."
            : `${asksWallets && wallets.length > 0 ? "It can look up what you select at any time, even while you're away. " : ''}This gives it only what is listed above: it can't sign, move funds or change your account. You can end its access at any time under Apps.`}
        </p>
      </ConsentForm>
    </div>
  );
}

function Box({ children, ...box }: Omit<ComponentProps<'input'>, 'className'>) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 hover:bg-sunken">
      <input type="checkbox" form={formId} className="mt-0.5 size-5 shrink-0 accent-ink" {...box} />
      {children}
    </label>
  );
}

/** Never ticked for the user, because the page is the same for all apps. */
function PageBox({ pageId, isTicked }: { pageId: string; isTicked: boolean }) {
  return (
    <Box name="page" value={pageId} defaultChecked={isTicked}>
      <span>
        Also the link of your page
        <span className="block text-small text-muted">
          It shows every wallet that you list there, now and later, with your account ID, name and GitHub
          account, if shown. Apps that have it can tell that you're the same person.
        </span>
      </span>
    </Box>
  );
}

type WalletBoxesProps = { wallets: TickableWallet[]; isGranted: boolean };

function WalletBoxes({ wallets, isGranted }: WalletBoxesProps) {
  if (wallets.length === 0)
    return (
      <p className="text-muted">
        You have no proven wallet yet. Prove one here and share it
        {isGranted ? '' : ', or continue without one'}.
      </p>
    );
  return (
    <ul aria-label="Your proven wallets" className="divide-y divide-hairline border-y border-hairline">
      {wallets.map((wallet) => (
        // A new proof, or sharing in another tab, makes a new box, so that its tick is computed again.
        <li key={`${wallet.id} ${wallet.provenAt} ${wallet.isShared}`}>
          <Box id={boxId(wallet.address)} name="wallet" value={wallet.id} defaultChecked={wallet.isTicked}>
            <span className="grid min-w-0 flex-1">
              <span className="flex flex-wrap items-baseline gap-x-2">
                <bdi className="font-semibold [overflow-wrap:anywhere]">
                  {wallet.label ?? wallet.walletName ?? 'Wallet'}
                </bdi>
                {wallet.isShared ? <span className="text-small text-muted">Shared already</span> : null}
              </span>
              <span className="flex flex-wrap items-baseline gap-x-3">
                <span className="double-ruled font-mono text-small text-proven">
                  <span className="text-ink">{shortenAddress(wallet.address)}</span>
                </span>
                <span className="text-small text-muted">
                  <span className="text-proven">
                    <Proven>
                      Proven <LocalTime at={wallet.provenAt} isDay />
                    </Proven>
                  </span>
                  {wallet.isPrimary ? ' · Primary' : null}
                </span>
              </span>
            </span>
          </Box>
          <details className="pl-8">
            <summary className="-mt-2.5 inline-flex min-h-11 cursor-pointer items-center text-small text-muted underline underline-offset-2">
              Full address<span className="sr-only"> of {shortenAddress(wallet.address)}</span>
            </summary>
            <code className="block pb-2.5 font-mono text-small break-all select-all">{wallet.address}</code>
          </details>
        </li>
      ))}
      {wallets.length > mostShared ? (
        <li className="py-2.5 text-small text-muted">An app can see up to {mostShared} of them.</li>
      ) : null}
    </ul>
  );
}
