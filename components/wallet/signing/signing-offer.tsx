import type { ProofMethod } from 'countersign/proof/statement';
import { SignInLink } from '@/components/ui/access-links';
import { Button, buttonClasses } from '@/components/ui/button';
import { resumeSigningMethod } from '@/components/wallet/connect/signing-methods';
import { isStepUpError } from '@/lib/auth/step-up/step-up-errors';
import type { ErrorCode } from '@/lib/errors';
import { shortenAddress } from '@/lib/shorten';
import type { SentStatement, SigningFlow, SigningRequest } from './signing-flow';
import type { SigningPurpose } from './signing-purpose';
import type { Signing } from './use-signing';

type Failed = Extract<SigningFlow, { status: 'failed' }>;

/** The main action after a failure: a new statement, the same signature again, another page, or a connection. */
type SigningOffer = { label: string } & (
  | { start: SigningRequest }
  | { resend: SentStatement }
  | { href: string }
  | { connects: true }
);

export const methodLabels: Record<ProofMethod, string> = {
  sign_offchain_message: 'Sign it as an off-chain message',
  sign_in: 'Sign it as a sign-in message',
  sign_message: 'Sign it as a message',
  memo: 'Sign it as a transaction',
};

/** After these, a wallet may not sign the off-chain messages that it lists, or an older server process may not know them. */
const offchainFailures: readonly ErrorCode[] = [
  'wallet.cannot_sign',
  'wallet.signing_failed',
  'wallet.signing_timed_out',
  'proof.statement_changed',
  'proof.refused',
  'request.unexpected',
];

/** Null if no action helps. `methods` are the wallet's, best first. */
export function offerAfter(
  { request, problem, unsure }: Failed,
  methods: readonly ProofMethod[],
): SigningOffer | null {
  if (unsure) return { label: 'Send it again', resend: unsure };
  const own = request.purpose.offers[problem.code];
  if (own === null) return null;
  if (own) return 'href' in own ? own : { label: own.label, start: { ...request, purpose: own.purpose } };
  const signBy = (method: ProofMethod | undefined) =>
    method ? { label: methodLabels[method], start: { ...request, method } } : null;
  const again = { label: 'Try again', start: request };
  const next = signBy(methods[methods.indexOf(request.method) + 1]);
  if (next && request.method === 'sign_offchain_message' && offchainFailures.includes(problem.code))
    return next;
  const askAgain = { label: 'Get a new statement', start: request };
  switch (problem.code) {
    case 'wallet.cannot_sign':
    case 'proof.statement_changed':
      return next;
    case 'proof.transaction_changed':
      return signBy(methods.find((method) => method !== 'memo')) ?? again;
    case 'proof.challenge_gone':
    case 'wallet.signing_timed_out':
      return askAgain;
    case 'wallet.other_account':
      // If any account is accepted, the next statement is for the one now selected.
      return request.address === null ? askAgain : again;
    case 'wallet.disconnected':
    case 'wallet.not_connected':
      return { label: 'Connect a wallet', connects: true };
    case 'auth.signed_out':
    case 'auth.second_factor_required':
    case 'wallet.address_invalid':
      return null;
    default:
      return again;
  }
}

/** Says why a signature failed, and offers what helps. */
export function FailedStep(props: {
  flow: Failed;
  offer: SigningOffer | null;
  /** Why it offers another method, if it does. */
  reason: string;
  selected: string | undefined;
  signing: Signing;
  onConnect: () => void;
}) {
  const { flow, offer, reason, selected, signing, onConnect } = props;
  const { problem, request } = flow;
  const { StepUpLink, OtherAccount, back } = request.purpose;
  if (problem.account && OtherAccount && request.address) {
    const start = (purpose: SigningPurpose) => signing.start({ ...request, purpose });
    return (
      <OtherAccount account={problem.account} address={request.address} start={start} close={signing.close} />
    );
  }
  const take = (taken: SigningOffer) => {
    if ('start' in taken) return signing.start(taken.start);
    if ('resend' in taken) return signing.sendAgain(taken.resend);
    signing.close();
    onConnect();
  };
  const goOn = () =>
    signing.start({ ...request, method: resumeSigningMethod(signing.adapter, request.method) });
  return (
    <div className="flex flex-col gap-5">
      <p data-code={problem.code} className="text-muted">
        {problem.hint}
      </p>
      {offer && 'start' in offer && offer.start.method !== request.method && reason ? <p>{reason}</p> : null}
      {problem.code === 'wallet.other_account' && request.address && selected ? (
        <p>
          The statement is for <ShortAddress address={request.address} />. Selected now is{' '}
          <ShortAddress address={selected} />.
        </p>
      ) : null}
      <div className="flex flex-col gap-2">
        {offer && 'href' in offer ? (
          <a href={offer.href} className={buttonClasses('primary')}>
            {offer.label}
          </a>
        ) : offer ? (
          <Button variant="primary" onClick={() => take(offer)}>
            {offer.label}
          </Button>
        ) : null}
        {problem.code === 'auth.signed_out' ? <SignInLink /> : null}
        {isStepUpError(problem.code) && StepUpLink ? (
          <StepUpLink wanted={{ ...request, name: request.purpose.name }} goOn={goOn} />
        ) : null}
        <Button onClick={signing.close}>{back}</Button>
      </div>
    </div>
  );
}

function ShortAddress({ address }: { address: string }) {
  return <span className="font-mono whitespace-nowrap">{shortenAddress(address)}</span>;
}
