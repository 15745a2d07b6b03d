import type { CatalogueEntry } from './catalogue-entry.ts';

/** Wallets on an account, proofs, and the interface for other apps. */
export const proofErrors = {
  // Wallets on an account
  'wallet.address_invalid': {
    status: 400,
    title: 'Nobody can sign with that address.',
    hint: 'Choose another account in your wallet.',
  },
  'wallet.unknown': {
    status: 404,
    title: 'That wallet is not on your account.',
    hint: 'It may have been removed or moved. Reload the page.',
  },
  'wallet.too_many_changes': {
    status: 429,
    title: 'Too many changes in a minute.',
    hint: 'Wait {wait}, then try again.',
  },
  'wallet.label_invalid': {
    status: 400,
    title: 'Use up to 40 characters.',
    hint: "Characters that hide or reverse others aren't allowed.",
  },
  'wallet.proven_elsewhere': {
    status: 409,
    title: 'This wallet is proven on another account.',
    hint: "You can move it here with a second signature. Its proof there ends, and we'll notify that account's owner.",
  },
  'wallet.only_sign_in_method': {
    status: 409,
    title: "This wallet is its account's only sign-in method.",
    hint: 'Sign in there and add an email first. Then it can be moved.',
  },

  // Proofs
  'proof.challenge_gone': {
    status: 409,
    title: 'This statement has expired or was already used.',
    hint: 'Nothing changed. Ask for a new one.',
  },
  'proof.refused': {
    status: 400,
    title: "That signature doesn't match the statement.",
    hint: 'Nothing changed. Try again, and check that you chose the right account in your wallet.',
  },
  'proof.statement_changed': {
    status: 400,
    title: 'Your wallet wrote its own text instead of the statement.',
    hint: 'Nothing changed. Sign the text another way, and check that you chose the right account in your wallet.',
  },
  'proof.transaction_changed': {
    status: 400,
    title: 'Your wallet changed the transaction before it was signed.',
    hint: 'Nothing changed. Turn off anything that adds fees or checks to transactions, or sign the message instead.',
  },
  'proof.replaced': {
    status: 409,
    title: 'This wallet has a newer proof.',
    hint: 'Nothing became public. Reload the page to see the newer proof, then share that.',
  },
  'proof.too_many_challenges': {
    status: 429,
    title: 'Too many statements in a minute.',
    hint: 'Wait {wait}, then try again.',
  },

  // Public proofs and the interface for other apps
  'proof.not_found': {
    status: 404,
    title: 'There is no public proof at this address.',
    hint: 'Check the address, or ask the owner of the proof whether it is public.',
  },
  'api.not_found': {
    status: 404,
    title: 'There is nothing at this address.',
    hint: 'Check it against the API reference.',
  },
  'api.method_not_allowed': {
    status: 405,
    title: 'This address can only be read.',
    hint: 'Send a GET or HEAD request.',
  },
  'api.only_post': {
    status: 405,
    title: 'This address only accepts POST requests.',
    hint: 'Send JSON as the API reference describes.',
  },
  'api.body_invalid': {
    status: 400,
    title: "The JSON doesn't match what this address accepts.",
    hint: 'Check it against the API reference.',
  },
} as const satisfies Record<string, CatalogueEntry>;
