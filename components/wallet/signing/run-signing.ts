import type { Adapter } from '@solana/wallet-adapter-base';
import type { ProofMethod } from 'countersign/proof/statement';
import { cleanWalletName } from '@/components/wallet/connect/clean-wallet-name';
import { readWalletIcon } from '@/components/wallet/connect/wallet-choices';
import { unexpectedError } from '@/lib/errors/unexpected';
import { type WalletErrorCode, walletErrors } from '@/lib/errors/wallet';
import type { CallAnswer } from '@/lib/forms/action';
import { type Problem, toProblem } from '@/lib/problem';
import { awaitAnswer, signStatement } from './sign-statement';
import type {
  IssuedStatement,
  SentStatement,
  SignedStatement,
  SigningAnswer,
  SigningRequest,
  WalletAppearance,
} from './signing-flow';
import type { SigningPurpose } from './signing-purpose';

/** Longer than the server's own timeout for its backend, so that the server's error arrives first. */
const serverTimeoutInSeconds = 30;

/** Server calls. Each returns its result or a problem to show, and rejects if the server can't be reached. */
export type SigningActions<Made extends object> = {
  issueStatement: (wanted: {
    purpose: SigningPurpose['name'];
    method: ProofMethod;
    address: string;
  }) => Promise<CallAnswer<{ challenge: IssuedStatement }>>;
  submitSignature: (signed: SignedStatement) => Promise<CallAnswer<Made>>;
};

type Signing<Made extends object> = {
  actions: SigningActions<Made>;
  tell: (answer: SigningAnswer) => void;
  /** Called once with the server's result, even after the dialog was closed. */
  onAccepted: (made: Made, challenge: IssuedStatement) => void;
};

/**
 * Requests a statement, has the wallet sign it after `untilPressed`, submits the signature, and reports each step. Never throws. Once
 * `signal` aborts, it requests and sends nothing further; a sent signature can't be recalled.
 */
export async function runSigning<Made extends object>(
  signing: Signing<Made> & { adapter: Adapter | undefined; request: SigningRequest; signal: AbortSignal } & {
    untilPressed?: Promise<void> | undefined;
  },
): Promise<void> {
  const { adapter, request, actions, signal, tell, untilPressed } = signing;
  const address = request.address ?? adapter?.publicKey?.toBase58();
  if (!adapter || !address) return tell(failWith('wallet.disconnected'));
  const { purpose, method } = request;
  const issued = await awaitAnswer(() => actions.issueStatement({ purpose: purpose.name, method, address }), {
    signal,
    timeoutInSeconds: serverTimeoutInSeconds,
  });
  if (issued.outcome === 'abandoned') return;
  if (issued.outcome !== 'answered') return tell(failWith('wallet.site_unreachable'));
  if (!issued.value.ok) {
    const { problem } = issued.value;
    // An older server process answers so for a method that it doesn't know. Its text is for a form's field.
    const isOlder = problem.code === 'field.required';
    const unexpected = toProblem('request.unexpected', unexpectedError);
    return tell({ type: 'failed', problem: isOlder ? unexpected : problem });
  }

  const { challenge } = issued.value;
  tell({ type: 'issued', challenge });
  await untilPressed;
  if (signal.aborted) return;
  // A confirmation stores no appearance. Other purposes read it while the wallet is open, which costs no time.
  const appearance = purpose.name === 'confirm' ? undefined : readAppearance(adapter);
  const answer = await signStatement(adapter, challenge, signal);
  if (answer.outcome === 'abandoned') return;
  if (answer.outcome === 'failed') return tell(failWith(answer.code));
  const signed = { ...answer.signed, appearance: await appearance };
  if (signal.aborted) return;
  const sent = { request, challenge, signed };
  tell({ type: 'signed', sent });
  await sendSigned(signing, sent);
}

/** Submits a signature. If the answer is lost, reports it as `unsure` for purposes that allow resending. */
export async function sendSigned<Made extends object>(
  { actions, tell, onAccepted }: Signing<Made>,
  sent: SentStatement,
): Promise<void> {
  const unsure = sent.request.purpose.canResend ? sent : null;
  const checked = await awaitAnswer(() => actions.submitSignature(sent.signed), {
    signal: new AbortController().signal,
    timeoutInSeconds: serverTimeoutInSeconds,
  });
  if (checked.outcome !== 'answered')
    return tell({ ...failWith(unsure ? 'wallet.answer_lost' : 'wallet.site_unreachable'), unsure });
  const { value } = checked;
  if (!value.ok) {
    const { problem } = value;
    return tell({ type: 'failed', problem, unsure: isUnsure(problem) ? unsure : null });
  }
  // With a redirect the dialog stays open, because the page behind it would show again.
  if (!('redirectTo' in value)) tell({ type: 'accepted' });
  onAccepted(value, sent.challenge);
}

/** The server may or may not have stored the signature. */
function isUnsure({ code }: Problem): boolean {
  return code === 'backend.unavailable' || code === 'request.unexpected';
}

export function failWith(code: WalletErrorCode): { type: 'failed'; problem: Problem } {
  return { type: 'failed', problem: toProblem(code, walletErrors[code]) };
}

/** The side length that the server accepts (`lib/wallets/clean-icon.ts`). */
const sideInPixels = 64;

/** Time limit for decoding the icon's `data:` URL. Without the icon, signing continues. */
const patienceInMilliseconds = 1000;

/** Redraws the icon as a PNG, so that only a plain picture leaves the browser. Never rejects. */
async function readAppearance(adapter: Adapter): Promise<WalletAppearance | undefined> {
  try {
    const name = cleanWalletName(adapter.name);
    const source = readWalletIcon(adapter);
    return { name, icon: source === null ? null : await drawIcon(source).catch(() => null) };
  } catch {
    // The wallet's getter threw. Signing continues.
    return undefined;
  }
}

async function drawIcon(source: string): Promise<string | null> {
  const image = await loadImage(source);
  const canvas = document.createElement('canvas');
  canvas.width = sideInPixels;
  canvas.height = sideInPixels;
  const context = canvas.getContext('2d');
  if (!context || isCanvasBlurred(context)) return null;
  // Fits the image into the center. An image without a size fills the square.
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = width && height ? sideInPixels / Math.max(width, height) : 0;
  const [wide, high] = scale ? [width * scale, height * scale] : [sideInPixels, sideInPixels];
  context.drawImage(image, (sideInPixels - wide) / 2, (sideInPixels - high) / 2, wide, high);
  const [, base64] = canvas.toDataURL('image/png').split('base64,');
  return base64 ?? null;
}

/** Browsers that resist fingerprinting return noise instead of the drawn pixels. Such icons are dropped. */
function isCanvasBlurred(context: CanvasRenderingContext2D): boolean {
  context.fillStyle = '#804020';
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  context.clearRect(0, 0, 1, 1);
  return Math.max(Math.abs(red - 0x80), Math.abs(green - 0x40), Math.abs(blue - 0x20)) > 8;
}

function loadImage(source: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = reject;
    setTimeout(reject, patienceInMilliseconds);
    image.src = source;
  });
}
