import { useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, buttonClasses } from '@/components/ui/button';
import { useLazyPart } from '@/components/ui/use-lazy-part';
import { demoWalletName } from '@/components/wallet/standard/demo-wallet-name';
import { isMobileWallet, localMobileWalletName } from '@/components/wallet/standard/site-wallets';
import { type WalletErrorCode, walletErrors } from '@/lib/errors/wallet';
import type { WalletFlow } from './connection-flow';
import { readStandardWallet } from './signing-methods';
import type { useWalletConnection } from './use-wallet-connection';
import type { WalletChoice, WalletChoices, WalletOffer } from './wallet-choices';
import { WalletIcon } from './wallet-icon';

/** A directory of wallet apps, by the makers of the mobile wallet protocol. */
const walletDirectory = 'https://solanamobile.com/wallets';

type ConnectingStepsProps = {
  connection: ReturnType<typeof useWalletConnection>;
  choices: WalletChoices;
  next?: string | undefined;
  /** Whether the page's email field does the same. */
  takesEmail?: boolean;
};

export function ConnectingSteps({ connection, choices, next, takesEmail = false }: ConnectingStepsProps) {
  const { flow, open, close, toggleMore, choose } = connection;
  return (
    <>
      {flow.status === 'choosing' ? (
        <>
          {next ? <p className="mb-3 text-muted">{next}</p> : null}
          <WalletList {...choices} showsMore={flow.showsMore} onToggleMore={toggleMore} onChoose={choose} />
          {choices.detected.every(({ name }) => name === demoWalletName) ? (
            <WithoutWallet demo={choices.detected[0]} onChoose={choose} close={takesEmail ? close : null} />
          ) : null}
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

/** The wallets to choose from: detected ones first, others behind a toggle unless none are detected. */
function WalletList(props: {
  detected: WalletChoice[];
  others: WalletChoice[];
  showsMore: boolean;
  onToggleMore: () => void;
  onChoose: (choice: WalletChoice) => void;
}) {
  const { detected, others, showsMore, onToggleMore, onChoose } = props;
  const othersId = useId();
  const hasToggle = detected.length > 0 && others.length > 0;
  return (
    <>
      {detected.length > 0 ? (
        <ChoiceRows choices={detected} onChoose={onChoose} />
      ) : (
        <p className="mb-3 text-muted">
          {others.every(({ offer }) => offer === 'install')
            ? 'Install one of these, then come back to this page.'
            : 'Use one that you have, or install one and come back to this page.'}
        </p>
      )}
      <div id={othersId} hidden={hasToggle && !showsMore}>
        {others.length > 0 ? <ChoiceRows choices={others} onChoose={onChoose} /> : null}
      </div>
      {hasToggle ? (
        <Button
          variant="quiet"
          aria-expanded={showsMore}
          aria-controls={othersId}
          className="mt-3 -mb-1 w-full"
          onClick={onToggleMore}
        >
          {showsMore ? 'Less options' : 'More options'}
        </Button>
      ) : null}
    </>
  );
}

/** Other ways, if the browser has no wallet, or only the demo wallet. */
function WithoutWallet(props: {
  demo: WalletChoice | undefined;
  onChoose: (choice: WalletChoice) => void;
  /** Closes the dialog; null if the page takes no email instead. */
  close: (() => void) | null;
}) {
  const { demo, onChoose, close } = props;
  const {
    Part: QrCode,
    loading,
    load,
  } = useLazyPart(async () => (await import('@/components/ui/qr-code')).QrCode);
  const [isOnPhone, setIsOnPhone] = useState(false);
  const email = close && document.querySelector<HTMLElement>('main input[type=email]');
  // Without the query, which may hold what only this browser continues, such as an app's request.
  const link = location.origin + location.pathname.replace(/^\/connect\/.*/, '/wallets');
  return (
    <div className="mt-5 grid gap-2">
      <Button
        className="pointer-coarse:hidden"
        aria-expanded={isOnPhone}
        onClick={() => {
          load();
          setIsOnPhone(!isOnPhone);
        }}
      >
        Use your phone
      </Button>
      {isOnPhone && (QrCode || loading === 'failed') ? (
        <div
          ref={(code) => code?.scrollIntoView({ block: 'nearest' })}
          className="grid justify-items-center gap-3 py-2 text-small text-muted"
        >
          {QrCode ? <QrCode text={link} name="QR code of this page's address" className="size-48" /> : null}
          <p>
            Opens <span className="[overflow-wrap:anywhere] text-ink select-all">{link}</span> on your phone.
            You sign in there, with the wallet you have there. Nothing is handed over.
          </p>
        </div>
      ) : null}
      {email ? (
        <Button
          onClick={() => {
            // The closed dialog first returns the focus to its opener.
            flushSync(close);
            email.focus();
          }}
        >
          Use email instead
        </Button>
      ) : null}
      {demo ? <Button onClick={() => onChoose(demo)}>Try it without a wallet</Button> : null}
    </div>
  );
}

function ChoiceRows({
  choices,
  onChoose,
}: {
  choices: WalletChoice[];
  onChoose: (choice: WalletChoice) => void;
}) {
  return (
    <ul className="-mx-5 -mb-px border-b border-hairline">
      {choices.map((choice) => (
        <li key={choice.name} className="border-t border-hairline">
          <ChoiceRow choice={choice} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

function ChoiceRow({ choice, onChoose }: { choice: WalletChoice; onChoose: (choice: WalletChoice) => void }) {
  const look =
    'flex min-h-14 w-full items-center gap-3 px-5 py-2 text-left font-normal text-ink no-underline -outline-offset-2 hover:bg-sunken';
  const content = (
    <>
      <WalletIcon icon={choice.icon} />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold [overflow-wrap:anywhere]">{choice.label}</span>
        {choice.note ? <span className="block text-small text-muted">{choice.note}</span> : null}
      </span>
      <span
        className={`shrink-0 text-small ${choice.offer === 'install' ? 'text-link underline underline-offset-2' : 'text-muted'}`}
      >
        {offerWords[choice.offer]}
      </span>
    </>
  );
  if (choice.offer === 'install' && choice.installUrl)
    return (
      <a className={look} href={choice.installUrl} target="_blank" rel="noopener noreferrer">
        {content}
      </a>
    );
  return (
    <button type="button" className={look} onClick={() => onChoose(choice)}>
      {content}
    </button>
  );
}

const offerWords: Record<WalletOffer, string> = {
  connect: 'Detected',
  'open-app': 'Opens the app',
  scan: 'Shows a code',
  install: 'Install',
};

/** A wallet that opens a window has done so by then. */
const longWaitInMilliseconds = 5000;

/** True once a wait has lasted 5 s. A new `wait` restarts the timer; null means no wait. */
export function useIsLongWait(wait: string | number | null): boolean {
  const [long, setLong] = useState<typeof wait>(null);
  useEffect(() => {
    if (wait === null) return;
    const timer = setTimeout(() => setLong(wait), longWaitInMilliseconds);
    return () => clearTimeout(timer);
  }, [wait]);
  return wait !== null && long === wait;
}

export function suggestOpening(walletName: string): string {
  if (walletName === demoWalletName) return '';
  return isMobileWallet(walletName)
    ? 'Nothing opened? Open your wallet app.'
    : "Nothing opened? Click the wallet's icon in your browser.";
}

/** Three pulsing dots; static with reduced motion. */
export function WaitingDots() {
  return (
    <span aria-hidden="true" className="ml-2 inline-flex gap-1 align-middle">
      {['', '[animation-delay:300ms]', '[animation-delay:600ms]'].map((delay) => (
        <span
          key={delay}
          className={`size-1.5 rounded-full bg-current motion-safe:animate-pulse forced-colors:bg-[CanvasText] ${delay}`}
        />
      ))}
    </span>
  );
}
