import { checkPublicPage } from 'countersign/proof/public-page';
import { checkPublicProof } from 'countersign/proof/public-proof';

// In a worker, because a check takes a phone a third of a second, which would block scrolling and presses.

/** Checks the parsed JSON of a page or of a proof, one per message, and posts the result. */
addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const page = checkPublicPage(data);
  postMessage(page.status === 'unreadable' ? checkPublicProof(data) : page);
});
