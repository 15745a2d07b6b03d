import { isIosAndRedirectable } from '@solana/wallet-adapter-base';
import { useWallet } from '@solana/wallet-adapter-react';
import type { PreparedStatement } from 'countersign/proof/statement';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { cleanWalletName } from '@/components/wallet/connect/clean-wallet-name';
import {
  ConnectingSteps,
  nameConnectingStep,
  suggestOpening,
  useIsLongWait,
  WaitingDots,
} from '@/components/wallet/connect/connecting-steps';
import { listSigningMethods, skipOffchain } from '@/components/wallet/connect/signing-methods';
import type { useWalletConnection } from '@/components/wallet/connect/use-wallet-connection';
import { listWalletChoices } from '@/components/wallet/connect/wallet-choices';
import { shortenAddress } from '@/lib/shorten';
import { isUnderWay, type OpenSigningFlow, type SigningRequest, type UnderWay } from './signing-flow';
import { FailedStep, methodLabels, offerAfter } from './signing-offer';
import type { SigningPurpose } from './signing-purpose';
import type { Signing } from './use-signing';

type WalletDialogProps = {
  connection: ReturnType<typeof useWalletConnection>;
  signing: Signing;
  /** Says what else the choice of a wallet begins. */
  next?: string | undefined;
  /** Whether the wallet is to sign in. The page's email field does that too. */
  signsIn?: boolean;
};

/** An island's only dialog: the user chooses and connects a wallet, then signs with it. */
export function WalletDialog({ connection, signing, next, signsIn = false }: WalletDialogProps) {
  const { wallets } = useWallet();
  const choices = listWalletChoices(wallets, isIosAndRedirectable(), signsIn);
  const selected = signing.adapter?.publicKey?.toBase58();
  const { flow } = signing;
  const shown = flow.status === 'hidden' || flow.status === 'accepted' ? null : flow;
  const connecting = connection.flow;
  return (
    <Dialog
      isOpen={shown !== null || connecting.status !== 'hidden'}
      heading={
        shown ? nameStep(shown, selected) : nameConnectingStep(connecting, choices.detected.length > 0)
      }
      onClose={shown ? signing.close : connection.close}
    >
      {shown ? (
        <SigningSteps shown={shown} selected={selected} signing={signing} onConnect={connection.open} />
      ) : (
        <ConnectingSteps connection={connection} choices={choices} next={next} takesEmail={signsIn} />
      )}
    </Dialog>
  );
}

type SigningStepsProps = {
  shown: OpenSigningFlow;
  selected: string | undefined;
  signing: Signing;
  onConnect: () => void;
};

/** Signing with the connected wallet: explanation, statement, progress and result. */
function SigningSteps({ shown, selected, signing, onConnect }: SigningStepsProps) {
  const { adapter, close } = signing;
  const { method, purpose } = shown.request;
  const methods = adapter ? listSigningMethods(adapter, !namesAccount(purpose.name)) : [];
  const walletName = cleanWalletName(adapter?.name ?? 'Your wallet');
  const suggestion = suggestOpening(adapter?.name ?? '');
  const isWalletOpen = shown.status === 'asking' && !shown.waitsForPress;
  const isLongWait = useIsLongWait(isWalletOpen ? shown.attempt : null);
  const offer = shown.status === 'failed' ? offerAfter(shown, methods) : null;
  const takesHardware =
    // Hidden at first, because most wallets answer immediately and few users have a hardware wallet.
    (!isUnderWay(shown) || isLongWait) &&
    // If no action helps, another signature can't either.
    !(shown.status === 'failed' && (!offer || shown.problem.account)) &&
    methods.includes('memo') &&
    (shown.status === 'offered' || method !== 'memo');
  const isOffchain = method === 'sign_offchain_message';
  const nextMethod = isOffchain ? methods.find((other) => other !== method) : undefined;
  // Some wallets list off-chain messages and then report a refusal that the user didn't make, or never answer.
  const takesNextMethod =
    nextMethod !== undefined &&
    nextMethod !== 'memo' &&
    (isUnderWay(shown) ? isLongWait : shown.status === 'failed' && shown.problem.code === 'wallet.declined');
  const isServersFault = shown.status === 'failed' && shown.problem.code === 'request.unexpected';
  const reason =
    isOffchain && !isServersFault ? `${walletName} may not be able to sign off-chain messages yet.` : '';
  const start = (request: SigningRequest) => {
    if (isOffchain && request.method !== method && adapter) skipOffchain(adapter);
    signing.start(request);
  };
  return (
    <>
      {/* Present in all steps, because some screen readers don't announce a region that appears with its text. */}
      <p role="status" className="sr-only">
        {sayStatus(shown, walletName)}
        {isLongWait ? ` ${suggestion}` : ''}
      </p>
      {shown.status === 'offered' ? (
        <OfferedStep flow={shown} walletName={walletName} signing={signing} />
      ) : null}
      {isUnderWay(shown) ? (
        <SigningStep
          flow={shown}
          walletName={walletName}
          suggestion={isLongWait ? suggestion : ''}
          onPress={signing.press}
          onCancel={close}
        />
      ) : null}
      {shown.status === 'failed' ? (
        <FailedStep
          {...{ flow: shown, offer, reason, selected, onConnect }}
          signing={{ ...signing, start }}
        />
      ) : null}
      {takesNextMethod ? (
        <>
          <p className="mt-4 text-muted">{reason}</p>
          <Button
            variant="quiet"
            className="mt-2 w-full"
            onClick={() => start({ ...shown.request, method: nextMethod })}
          >
            {methodLabels[nextMethod]}
          </Button>
        </>
      ) : null}
      {takesHardware ? (
        <Button
          variant="quiet"
          className="mt-2 w-full"
          onClick={() => start({ ...shown.request, method: 'memo' })}
        >
          I use a hardware wallet
        </Button>
      ) : null}
    </>
  );
}

function nameStep(flow: OpenSigningFlow, selected: string | undefined): string {
  if (flow.status === 'failed') return flow.problem.title;
  const address = flow.request.address ?? selected;
  return flow.request.purpose.heading(address ? shortenAddress(address) : 'a wallet');
}

/** At sign-in there is no account that the statement could name. */
function namesAccount(name: SigningPurpose['name']): boolean {
  return name !== 'sign-in' && name !== 'sign-in-or-up';
}

function sayStatus(flow: OpenSigningFlow, walletName: string): string {
  if (flow.status === 'asking') return flow.waitsForPress ? '' : `Waiting for ${walletName}.`;
  if (flow.status === 'checking') return flow.request.purpose.checking;
  return flow.status === 'failed' ? flow.problem.title : '';
}

function OfferedStep(props: {
  flow: Extract<OpenSigningFlow, { status: 'offered' }>;
  walletName: string;
  signing: Signing;
}) {
  const { flow, walletName, signing } = props;
  const { introduction } = flow.request.purpose;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-2">
        <p>{introduction?.statement}</p>
        <p className="text-muted">{introduction?.effect}</p>
      </div>
      <div className="flex flex-col gap-2">
        <Button variant="primary" onClick={() => signing.start(flow.request)}>
          Sign with {walletName}
        </Button>
        <Button onClick={signing.close}>Cancel</Button>
      </div>
    </div>
  );
}

function SigningStep(props: {
  flow: UnderWay;
  walletName: string;
  suggestion: string;
  onPress: () => void;
  onCancel: () => void;
}) {
  const { flow, walletName, suggestion, onPress, onCancel } = props;
  const { name, describe, warning, press = 'Prove it' } = flow.request.purpose;
  const challenge = flow.status === 'preparing' ? null : flow.challenge;
  const isSent = flow.status === 'checking';
  return (
    <div className="flex flex-col gap-4">
      <StatementPaper name="The statement to sign" challenge={challenge} />
      <div>
        {namesAccount(name) ? <AccountReference code={challenge?.accountCode} /> : null}
        <p className="text-muted">{describe({ wallet: walletName, method: flow.request.method })}</p>
        {warning ? <p className="mt-2">{warning}</p> : null}
      </div>
      {/* Reserves space for the suggestion, so that Cancel doesn't move. */}
      <div className="min-h-[66px] wide:min-h-11">
        {flow.status === 'asking' && flow.waitsForPress ? (
          <Button
            variant="primary"
            className="w-full"
            onClick={({ currentTarget }) => {
              // The button disappears.
              currentTarget.closest('dialog')?.querySelector('h2')?.focus();
              onPress();
            }}
          >
            {press}
          </Button>
        ) : (
          <div aria-hidden="true">
            <p>
              {sayStatus(flow, walletName)}
              {flow.status === 'preparing' ? null : <WaitingDots />}
            </p>
            <p className="text-muted">{suggestion}</p>
          </div>
        )}
      </div>
      {/* A sent signature can't be recalled. */}
      <Button className="w-full" aria-disabled={isSent} onClick={isSent ? undefined : onCancel}>
        Cancel
      </Button>
    </div>
  );
}

/** The full statement. Scrolls at a fixed height, also while it loads, unless `isWhole`. */
export function StatementPaper(props: {
  name: string;
  challenge: PreparedStatement | null;
  isWhole?: boolean;
}) {
  const { name, challenge, isWhole = false } = props;
  return (
    <section
      aria-label={name}
      // A scrollable region must be reachable by keyboard.
      tabIndex={isWhole ? undefined : 0}
      className={`${isWhole ? '' : 'h-72 overflow-y-auto overscroll-contain wide:h-80'} rounded-control border border-hairline bg-paper px-3.5 py-3 font-mono text-small whitespace-pre-wrap text-muted [overflow-wrap:anywhere]`}
    >
      {challenge ? <StatementText text={challenge.text} sentence={challenge.fields.statement} /> : null}
    </section>
  );
}

/** The account ID that the statement must contain. Keeps its height while the statement loads. */
export function AccountReference({ code }: { code: string | undefined }) {
  return (
    <p className="min-h-[22px]">
      {code ? (
        <>
          Your account ID:{' '}
          <span className="font-mono text-[14px] font-semibold whitespace-nowrap">{code}</span>
        </>
      ) : null}
    </p>
  );
}

function StatementText({ text, sentence }: { text: string; sentence: string }) {
  const [before, after] = text.split(sentence, 2);
  if (before === undefined || after === undefined) return text;
  return (
    <>
      {before}
      <strong className="my-1 inline-block w-full border-l-2 border-ink pl-3 font-sans text-base font-semibold text-ink">
        {sentence}
      </strong>
      {after}
    </>
  );
}
