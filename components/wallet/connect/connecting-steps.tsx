import { Button, buttonClasses } from '@/components/ui/button';
import { localMobileWalletName } from '@/components/wallet/standard/site-wallets';
import { type WalletErrorCode, walletErrors } from '@/lib/errors/wallet';
import type { WalletFlow } from './connection-flow';
import { readStandardWallet } from './signing-methods';
import type { useWalletConnection } from './use-wallet-connection';
import { suggestOpening, useIsLongWait, WaitingDots } from './waiting';
import type { WalletChoice, WalletChoices } from './wallet-choices';
import { WalletIcon } from './wallet-icon';
import { WalletList } from './wallet-list';

/** A directory of wallet apps, by the makers of the mobile wallet protocol. */
const walletDirectory = 'https://solanamobile.com/wallets';

type ConnectingStepsProps = {
  connection: ReturnType<typeof useWalletConnection>;
  choices: WalletChoices;
  /** Says what else the choice of a wallet begins. */
  next?: string | undefined;
};

export function ConnectingSteps({ connection, choices, next }: ConnectingStepsProps) {
  const { flow, open, close, toggleMore, choose } = connection;
  return (
    <>
      {flow.status === 'choosing' ? (
        <>
          {next ? <p className="mb-3 text-muted">{next}</p> : null}
          <WalletList {...choices} showsMore={flow.showsMore} onToggleMore={toggleMore} onChoose={choose} />
        </>
      ) : null}
      {flow.status === 'connecting' ? (
        <ConnectingStep choice={flow.choice} attempt={flow.attempt} onCancel={close} />
      ) : null}
      {flow.status === 'failed' ? (
        <FailedStep flow={flow} onRetry={() => choose(flow.choice)} onChooseAnother={open} />
      ) : null}
    </>
  );
}

export function nameConnectingStep(flow: WalletFlow, hasDetected: boolean): string {
  switch (flow.status) {
    case 'connecting':
      return `Connecting to ${flow.choice.label}`;
    case 'failed':
      return walletErrors[flow.code].title;
    default:
      return hasDetected
        ? 'Connect a wallet on Solana to continue'
        : "You'll need a wallet on Solana to continue";
  }
}

function ConnectingStep(props: { choice: WalletChoice; attempt: number; onCancel: () => void }) {
  const { choice, attempt, onCancel } = props;
  const isLongWait = useIsLongWait(choice.offer === 'open-app' ? null : attempt);
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center gap-3">
        <WalletIcon icon={choice.icon} />
        <p role="status" className="min-w-0 text-muted">
          {choice.name === localMobileWalletName
            ? 'Continue in your wallet app, then come back to this page.'
            : choice.offer === 'open-app'
              ? `Continue in the ${choice.label} app. It opens this page in its own browser, where you sign in again.`
              : `Approve in ${choice.label}.`}
          {isLongWait ? ` ${suggestOpening(choice.name)}` : ''}
          <WaitingDots />
        </p>
      </div>
      <Button onClick={onCancel} className="w-full">
        Cancel
      </Button>
    </div>
  );
}

function FailedStep(props: {
  flow: Extract<WalletFlow, { status: 'failed' }>;
  onRetry: () => void;
  onChooseAnother: () => void;
}) {
  const { flow, onRetry, onChooseAnother } = props;
  const offer = offerAfterConnecting(flow.code, flow.choice);
  const isNothingFound = flow.code === 'wallet.app_not_found';
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center gap-3">
        <WalletIcon icon={flow.choice.icon} />
        <p role="status" data-code={flow.code} className="min-w-0 text-muted">
          {walletErrors[flow.code].hint}
        </p>
      </div>
      <div className="flex flex-col gap-2">
        {isNothingFound ? (
          <Button variant="primary" onClick={() => window.open(walletDirectory, '_blank', 'noopener')}>
            Find a wallet
          </Button>
        ) : null}
        {offer?.href ? (
          <a className={buttonClasses('primary')} href={offer.href} target="_blank" rel="noopener noreferrer">
            {offer.label}
          </a>
        ) : offer ? (
          <Button variant={isNothingFound ? 'secondary' : 'primary'} onClick={onRetry}>
            {offer.label}
          </Button>
        ) : null}
        <Button onClick={onChooseAnother}>Choose another wallet</Button>
      </div>
    </div>
  );
}

/** The main action after a failed connection: a retry or a link. */
type ConnectingOffer = { label: string; href: string | null };

const retry: ConnectingOffer = { label: 'Try again', href: null };

function offerAfterConnecting(code: WalletErrorCode, choice: WalletChoice): ConnectingOffer | null {
  switch (code) {
    case 'wallet.not_found':
    case 'wallet.not_ready':
      // A wallet that announced itself is installed, and has no install page.
      return choice.installUrl && !readStandardWallet(choice.adapter)
        ? { label: `Install ${choice.label}`, href: choice.installUrl }
        : retry;
    case 'wallet.demo_unavailable':
      return null;
    default:
      return retry;
  }
}
