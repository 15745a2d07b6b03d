import { checkPublicProof } from 'countersign/proof/public-proof';

// In a worker, because a check takes a phone a third of a second, which would block scrolling and presses.

/** Checks one proof per message: receives its parsed JSON and posts the result of `checkPublicProof`. */
addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  postMessage(checkPublicProof(data));
});
