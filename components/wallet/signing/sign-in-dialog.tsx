import { Button, buttonClasses } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { SignInLink } from '@/components/ui/sign-in-link';
import { shortenAddress } from '../../../lib/shorten-address';
import { cleanWalletName } from '../connect/clean-wallet-name';
import { demoWalletName } from '../demo/demo-wallet-name';
import type { SignInFlow } from './sign-in-flow';
import { offerAfterSignIn, type SignInOffer } from './sign-in-offer';
import type { SigningWords } from './signing-words';
import { StatementPaper } from './statement-preview';
import type { SignIn } from './use-sign-in';

/** The dialog that signs in, or confirms, with a connected wallet: what it means, the statement, and what came of it. */
export function SignInDialog(props: {
  signIn: SignIn;
  words: SigningWords;
  /** Opens the dialog that connects a wallet. */
  onConnect: () => void;
}) {
  const { signIn, words, onConnect } = props;
  const { flow, adapter, methods, start, close } = signIn;
  const name = cleanWalletName(adapter?.name);
  const isOpen = flow.status !== 'hidden';
  const takesHardware =
    isOpen &&
    flow.status !== 'checking' &&
    // Where nothing here can help, another signature can't either.
    !(flow.status === 'failed' && !offerAfterSignIn(flow, methods)) &&
    methods.includes('memo') &&
    !('method' in flow && flow.method === 'memo');
  return (
    <Dialog isOpen={isOpen} heading={nameStep(flow, words, adapter?.publicKey?.toBase58())} onClose={close}>
      {/* There through all steps: a region that appears together with its text is not announced everywhere. */}
      <p role="status" className="sr-only">
        {sayStatus(flow, words, name)}
      </p>
      {flow.status === 'offered' ? (
        <OfferedStep
          walletName={name}
          words={words}
          // A wallet that has no way at all is asked for the first one, and the dialog says that it can't.
          onStart={() => start(methods[0] ?? 'sign_message')}
          onCancel={close}
        />
      ) : null}
      {flow.status === 'preparing' || flow.status === 'asking' || flow.status === 'checking' ? (
        <SigningStep flow={flow} words={words} walletName={name} onCancel={close} />
      ) : null}
      {flow.status === 'failed' ? (
        <FailedStep flow={flow} words={words} signIn={signIn} onConnect={onConnect} />
      ) : null}
      {takesHardware ? (
        <Button variant="quiet" className="mt-2 w-full" onClick={() => start('memo')}>
          I use a hardware wallet
        </Button>
      ) : null}
    </Dialog>
  );
}

function nameStep(flow: SignInFlow, words: SigningWords, address: string | undefined): string {
  if (flow.status === 'failed') return flow.problem.title;
  return address ? `${words.verb} with ${shortenAddress(address)}` : `${words.verb} with a wallet`;
}

function sayStatus(flow: SignInFlow, words: SigningWords, walletName: string): string {
  if (flow.status === 'asking') return `Waiting for ${walletName}.`;
  if (flow.status === 'checking') return words.checking;
  return flow.status === 'failed' ? flow.problem.title : '';
}

function OfferedStep(props: {
  walletName: string;
  words: SigningWords;
  onStart: () => void;
  onCancel: () => void;
}) {
  const { walletName, words, onStart, onCancel } = props;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-2">
        <p>{words.statement} It costs nothing and moves no funds.</p>
        <p className="text-muted">{words.effect}</p>
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

function SigningStep(props: {
  flow: SigningFlow;
  words: SigningWords;
  walletName: string;
  onCancel: () => void;
}) {
  const { flow, words, walletName, onCancel } = props;
  const isSent = flow.status === 'checking';
  return (
    <div className="flex flex-col gap-4">
      <StatementPaper
        name="The statement to sign"
        challenge={flow.status === 'preparing' ? null : flow.statement}
      />
      <p className="text-muted">{sayWhatHappens(flow, words, walletName)}</p>
      <p aria-hidden="true" className="min-h-[22px]">
        {sayStatus(flow, words, walletName)}
      </p>
      {/* What was sent can't be called back. */}
      <Button className="w-full" aria-disabled={isSent} onClick={isSent ? undefined : onCancel}>
        Cancel
      </Button>
    </div>
  );
}

function sayWhatHappens({ method }: SigningFlow, words: SigningWords, walletName: string): string {
  if (method === 'memo')
    return `Some devices sign only transactions, so the text is in one. It can never land: it names no block. ${words.memoEffect}`;
  // It has no window of its own, so the text must not promise one.
  return walletName === demoWalletName
    ? `The ${demoWalletName} signs without asking. A real wallet shows you this text first.`
    : `${walletName} shows you the same text. Sign it there.`;
}

function FailedStep(props: {
  flow: Extract<SignInFlow, { status: 'failed' }>;
  words: SigningWords;
  signIn: SignIn;
  onConnect: () => void;
}) {
  const { flow, words, signIn, onConnect } = props;
  const offer = offerAfterSignIn(flow, signIn.methods);
  const take = (taken: SignInOffer) => {
    if (taken.method) return signIn.start(taken.method);
    signIn.close();
    onConnect();
  };
  return (
    <div className="flex flex-col gap-5">
      <p data-code={flow.problem.code} className="text-muted">
        {flow.problem.hint}
      </p>
      <div className="flex flex-col gap-2">
        {offer?.href ? (
          <a href={offer.href} className={buttonClasses('primary')}>
            {offer.label}
          </a>
        ) : null}
        {offer && !offer.href ? (
          <Button variant="primary" onClick={() => take(offer)}>
            {offer.label}
          </Button>
        ) : null}
        {flow.problem.code === 'auth.signed_out' ? <SignInLink /> : null}
        <Button onClick={signIn.close}>{words.back}</Button>
      </div>
    </div>
  );
}
