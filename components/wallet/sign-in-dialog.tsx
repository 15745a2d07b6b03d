import { Button, buttonClasses } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { cleanWalletName } from './clean-wallet-name';
import { demoWalletName } from './demo-wallet-name';
import { shortenAddress } from './shorten-address';
import type { SignInFlow } from './sign-in-flow';
import { offerAfterSignIn } from './sign-in-offer';
import { StatementPaper } from './statement-paper';
import type { SignIn } from './use-sign-in';

/** The dialog that signs in with a connected wallet: what it means, the statement, and what came of it. */
export function SignInDialog({ signIn, opensAccount }: { signIn: SignIn; opensAccount: boolean }) {
  const { flow, adapter, methods, start, close } = signIn;
  const name = cleanWalletName(adapter?.name);
  const isOpen = flow.status !== 'hidden';
  const takesHardware =
    isOpen &&
    flow.status !== 'checking' &&
    methods.includes('memo') &&
    !('method' in flow && flow.method === 'memo');
  return (
    <Dialog isOpen={isOpen} heading={nameStep(flow, adapter?.publicKey?.toBase58())} onClose={close}>
      {/* There through all steps: a region that appears together with its text is not announced everywhere. */}
      <p role="status" className="sr-only">
        {sayStatus(flow, name)}
      </p>
      {flow.status === 'offered' ? (
        <OfferedStep
          walletName={name}
          opensAccount={opensAccount}
          // A wallet that has no way at all is asked for the first one, and the dialog says that it can't.
          onStart={() => start(methods[0] ?? 'sign_message')}
          onCancel={close}
        />
      ) : null}
      {flow.status === 'preparing' || flow.status === 'asking' || flow.status === 'checking' ? (
        <SigningStep flow={flow} walletName={name} onCancel={close} />
      ) : null}
      {flow.status === 'failed' ? <FailedStep flow={flow} signIn={signIn} /> : null}
      {takesHardware ? (
        <Button variant="quiet" className="mt-2 w-full" onClick={() => start('memo')}>
          I use a hardware wallet
        </Button>
      ) : null}
    </Dialog>
  );
}

function nameStep(flow: SignInFlow, address: string | undefined): string {
  if (flow.status === 'failed') return flow.problem.title;
  return address ? `Sign in with ${shortenAddress(address)}` : 'Sign in with a wallet';
}

function sayStatus(flow: SignInFlow, walletName: string): string {
  if (flow.status === 'asking') return `Waiting for ${walletName}.`;
  if (flow.status === 'checking') return 'Signing in…';
  return flow.status === 'failed' ? flow.problem.title : '';
}

function OfferedStep(props: {
  walletName: string;
  opensAccount: boolean;
  onStart: () => void;
  onCancel: () => void;
}) {
  const { walletName, opensAccount, onStart, onCancel } = props;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-2">
        <p>You sign a statement that names this site. It costs nothing and moves no funds.</p>
        <p className="text-muted">
          {opensAccount
            ? 'A wallet that is proven on an account signs in to it. For any other wallet, signing creates a new account, and the wallet is proven on it.'
            : 'A wallet that is proven on an account signs in to it. This site creates no accounts for other wallets.'}
        </p>
      </div>
      <div className="flex flex-col gap-2">
        <Button variant="primary" onClick={onStart}>
          Sign with {walletName}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  );
}

type SigningFlow = Extract<SignInFlow, { status: 'preparing' | 'asking' | 'checking' }>;

function SigningStep(props: { flow: SigningFlow; walletName: string; onCancel: () => void }) {
  const { flow, walletName, onCancel } = props;
  const isSent = flow.status === 'checking';
  return (
    <div className="flex flex-col gap-4">
      <StatementPaper
        name="The statement to sign"
        challenge={flow.status === 'preparing' ? null : flow.statement}
      />
      <p className="text-muted">{sayWhatHappens(flow, walletName)}</p>
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

function sayWhatHappens({ method }: SigningFlow, walletName: string): string {
  if (method === 'memo')
    return `Some devices sign only transactions, so the text is in one. It can never land: it names no block. It signs in to the account that the wallet is proven on, and creates none.`;
  // It has no window of its own, so the text must not promise one.
  return walletName === demoWalletName
    ? `The ${demoWalletName} signs without asking. A real wallet shows you this text first.`
    : `${walletName} shows you the same text. Sign it there.`;
}

function FailedStep({ flow, signIn }: { flow: Extract<SignInFlow, { status: 'failed' }>; signIn: SignIn }) {
  const offer = offerAfterSignIn(flow, signIn.methods);
  return (
    <div className="flex flex-col gap-5">
      <p data-code={flow.problem.code} className="text-muted">
        {flow.problem.next}
      </p>
      <div className="flex flex-col gap-2">
        {offer?.href ? (
          <a href={offer.href} className={buttonClasses('primary')}>
            {offer.label}
          </a>
        ) : null}
        {offer?.method ? (
          <Button variant="primary" onClick={() => signIn.start(offer.method)}>
            {offer.label}
          </Button>
        ) : null}
        <Button onClick={signIn.close}>Back to sign-in</Button>
      </div>
    </div>
  );
}
