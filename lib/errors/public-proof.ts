import type { CatalogueEntry } from './catalogue-entry.ts';

/** For the page of a public proof, which verifies the proof in the browser. */
export const publicProofErrors = {
  'proof.unavailable': {
    status: 503,
    title: "We can't read proofs right now.",
    hint: "This doesn't mean the proof is invalid. Try again in a moment.",
  },
  'proof.check_failed': {
    status: 422,
    title: 'This proof failed the check in your browser.',
    hint: "Don't rely on it. Ask its owner to prove the wallet again.",
  },
  'proof.check_impossible': {
    status: 503,
    title: "We couldn't check this proof in your browser.",
    hint: 'Check your connection and try again, or check its JSON with the command below.',
  },
  'proof.no_longer_public': {
    status: 410,
    title: 'This proof changed after you opened the page.',
    hint: 'Reload the page to see the current proof.',
  },
  'page.check_failed': {
    status: 422,
    title: 'A proof on this page failed the check in your browser.',
    hint: "Don't rely on this page. Ask its owner for the proof itself.",
  },
  'page.check_impossible': {
    status: 503,
    title: "We couldn't check these proofs in your browser.",
    hint: 'Check your connection and try again, or check the JSON on your own machine.',
  },
  'page.changed': {
    status: 410,
    title: 'This page changed after you opened it.',
    hint: 'Reload it to see the current proofs.',
  },
} as const satisfies Record<string, CatalogueEntry>;
