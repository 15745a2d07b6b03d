import { checkPublicProof } from 'countersign/proof/public-proof';

// Checking a proof takes a phone a third of a second, in which the page could neither scroll nor answer a press.

/** One check for each message: takes the JSON of a proof, parsed, and answers with what `checkPublicProof` says of it. */
addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  postMessage(checkPublicProof(data));
});
