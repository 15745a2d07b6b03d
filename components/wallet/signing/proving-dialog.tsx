import { Button } from '@/components/ui/button';
import { ConfirmAccessLink } from '@/components/ui/confirm-access-link';
import { Dialog } from '@/components/ui/dialog';
import { SignInLink } from '@/components/ui/sign-in-link';
import { needsStepUp } from '@/lib/auth/step-up/needs-step-up';
import { shortenAddress } from '../../../lib/shorten-address';
import { cleanWalletName } from '../connect/clean-wallet-name';
import { demoWalletName } from '../demo/demo-wallet-name';
import type { OpenProvingFlow } from './proving-flow';
import { offerAfter, type ProvingOffer } from './proving-offer';
import { StatementPaper } from './statement-preview';
import type { Proving } from './use-proving';

/** The dialog that proves the connected wallet: the statement, what is happening, and what came of it. */
export function ProvingDialog(props: {
  proving: Proving;
  walletName: string;
  /** The account that is selected in the wallet now. */
  selected: string | undefined;
  /** Opens the dialog that connects a wallet. */
  onConnect: () => void;
}) {
  const { proving, walletName, selected, onConnect } = props;
  const { flow, methods, start, close } = proving;
  const name = cleanWalletName(walletName);
  const shown = flow.status === 'hidden' || flow.status === 'proven' ? null : flow;
  const hardware =
    shown && shown.request.method !== 'memo' && methods.includes('memo')
      ? { ...shown.request, method: 'memo' as const }
      : null;
  return (
    <Dialog isOpen={shown !== null} heading={shown ? nameStep(shown) : 'Prove a wallet'} onClose={close}>
      {/* There through all steps: a region that appears together with its text is not announced everywhere. */}
      <p role="status" className="sr-only">
        {shown ? sayStatus(shown, name) : ''}
      </p>
      {shown && shown.status !== 'failed' ? (
        <SigningStep flow={shown} walletName={name} onCancel={close} />
      ) : null}
      {shown?.status === 'failed' ? (
        <FailedStep flow={shown} proving={proving} selected={selected} onConnect={onConnect} />
      ) : null}
      {hardware && shown?.status !== 'checking' ? (
        <Button variant="quiet" className="mt-2 w-full" onClick={() => start(hardware)}>
          I use a hardware wallet
        </Button>
      ) : null}
    </Dialog>
  );
}

function nameStep(flow: OpenProvingFlow): string {
  if (flow.status === 'failed') return flow.problem.title;
  const address = shortenAddress(flow.request.address);
  return flow.request.purpose === 'move' ? `Move ${address} here` : `Prove ${address}`;
}

function sayStatus(flow: OpenProvingFlow, walletName: string): string {
  if (flow.status === 'asking') return `Waiting for ${walletName}.`;
  if (flow.status === 'checking') return 'Checking the signature…';
  return flow.status === 'failed' ? flow.problem.title : '';
}

type SigningFlow = Exclude<OpenProvingFlow, { status: 'failed' }>;

function SigningStep(props: { flow: SigningFlow; walletName: string; onCancel: () => void }) {
  const { flow, walletName, onCancel } = props;
  const isSent = flow.status === 'checking';
  return (
    <div className="flex flex-col gap-4">
      <StatementPaper
        name="The statement to sign"
        challenge={flow.status === 'preparing' ? null : flow.challenge}
      />
      <div>
        <p className="font-semibold">This costs nothing and moves no funds.</p>
        <p className="text-muted">{sayWhatHappens(flow, walletName)}</p>
        {flow.request.purpose === 'move' ? (
          <p className="mt-2">Its proof on the other account ends, and the owner of that account is told.</p>
        ) : null}
      </div>
      <p aria-hidden="true" className="min-h-[22px]">
        {sayStatus(flow, walletName)}
      </p>
      {/* What was sent can't be called back. */}
      <Button className="w-full" aria-disabled={isSent} onClick={isSent ? undefined : onCancel}>
        Cancel
      </Button>
    </div>
  );
}

function sayWhatHappens({ request }: SigningFlow, walletName: string): string {
  const result = request.purpose === 'move' ? 'the wallet moves to your account' : 'the wallet is proven';
  const isMemo = request.method === 'memo';
  const reason = isMemo
    ? 'Some devices sign only transactions, so the text is in one. It can never land: it names no block. '
    : '';
  return `${reason}${sayWhoAsks(walletName, isMemo)} we check the signature and ${result}.`;
}

function sayWhoAsks(walletName: string, isMemo: boolean): string {
  // It has no window of its own, so the text must not promise one.
  if (walletName === demoWalletName)
    return `The ${demoWalletName} signs without asking. A real wallet shows you this text first. Then`;
  return isMemo
    ? `Once you sign in ${walletName},`
    : `${walletName} shows you the same text. Once you sign it,`;
}

function FailedStep(props: {
  flow: Extract<OpenProvingFlow, { status: 'failed' }>;
  proving: Proving;
  selected: string | undefined;
  onConnect: () => void;
}) {
  const { flow, proving, selected, onConnect } = props;
  const offer = offerAfter(flow, proving.methods);
  const take = (taken: ProvingOffer) => {
    if (taken.start) return proving.start(taken.start);
    if (taken.resend) return proving.sendAgain(taken.resend);
    proving.close();
    onConnect();
  };
  return (
    <div className="flex flex-col gap-5">
      <p data-code={flow.problem.code} className="text-muted">
        {flow.problem.hint}
      </p>
      {flow.problem.code === 'wallet.other_account' && selected ? (
        <p>
          The statement is for <ShortAddress address={flow.request.address} />. Selected now is{' '}
          <ShortAddress address={selected} />.
        </p>
      ) : null}
      <div className="flex flex-col gap-2">
        {offer ? (
          <Button variant="primary" onClick={() => take(offer)}>
            {offer.label}
          </Button>
        ) : null}
        {flow.problem.code === 'auth.signed_out' ? <SignInLink /> : null}
        {needsStepUp(flow.problem.code) ? <ConfirmAccessLink /> : null}
        <Button onClick={proving.close}>Back to wallets</Button>
      </div>
    </div>
  );
}

function ShortAddress({ address }: { address: string }) {
  return <span className="font-mono whitespace-nowrap">{shortenAddress(address)}</span>;
}
