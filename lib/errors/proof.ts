import { withStatus } from './catalogue-entry.ts';

/** Wallets on an account, proofs, and the API for other apps. */
export const proofErrors = {
  ...withStatus(400, {
    'wallet.address_invalid': [
      'Nobody can sign with that address.',
      'Choose another account in your wallet.',
    ],
    'wallet.label_invalid': [
      'Use up to 40 characters.',
      "Characters that hide or reverse others aren't allowed.",
    ],
    'proof.refused': [
      "That signature doesn't match the statement.",
      'Nothing changed. Try again, and check that you chose the right account in your wallet.',
    ],
    'proof.statement_changed': [
      'Your wallet wrote its own text instead of the statement.',
      'Nothing changed. Sign the text another way, and check that you chose the right account in your wallet.',
    ],
    'proof.transaction_changed': [
      'Your wallet changed the transaction before it was signed.',
      'Nothing changed. Turn off anything that adds fees or checks to transactions, or sign the message instead.',
    ],
    'api.body_invalid': [
      "The JSON doesn't match what this endpoint accepts.",
      'Check it against the API reference.',
    ],
  }),
  ...withStatus(404, {
    'wallet.unknown': [
      'That wallet is not on your account.',
      'It may have been removed or moved. Reload the page.',
    ],
    'proof.not_found': [
      "There's no public proof at this link.",
      "Check the link, or ask the proof's owner whether it's still public.",
    ],
    'page.not_found': [
      "There's no page at this link.",
      'It may have been turned off, or have another link now. Ask its owner.',
    ],
    'api.not_found': ["There's no endpoint at this URL.", 'Check it against the API reference.'],
  }),
  ...withStatus(405, {
    'api.method_not_allowed': ['This endpoint is read-only.', 'Send a GET or HEAD request.'],
    'api.only_post': [
      'This endpoint only accepts POST requests.',
      'Send JSON as the API reference describes.',
    ],
  }),
  ...withStatus(409, {
    'wallet.proven_elsewhere': [
      'This wallet is proven on another account.',
      "You can move it here with a second signature, which ends its proof there. If that account has an email, we'll notify its owner.",
    ],
    'wallet.only_sign_in_method': [
      "This wallet is its account's only sign-in method.",
      'Sign in there and add an email first. Then it can be moved.',
    ],
    'wallet.account_has_sign_in_method': [
      "This wallet's account now has another sign-in method.",
      'Nothing changed. You can move the wallet here without deleting that account.',
    ],
    'wallet.account_has_second_factor': [
      "This wallet's account has an authenticator or a passkey.",
      'Nothing changed. Sign in to that account with this wallet and add an email, then move the wallet here. Or delete that account.',
    ],
    'wallet.account_has_wallets': [
      "This wallet's account has other proven wallets.",
      'Nothing changed. Move those here, or remove them from that account. Then move this one.',
    ],
    'wallet.account_has_apps': [
      "This wallet's account has registered apps.",
      'Nothing changed. Sign in to that account with this wallet and remove them under Developers. Then move the wallet.',
    ],
    'proof.challenge_gone': [
      'This statement has expired or was already used.',
      'Nothing changed. Get a new one.',
    ],
    'page.proof_private': ['This proof is private.', 'Share the proof first. Then add it to your page.'],
    'page.full': ['Your page lists 20 wallets already.', 'Take one off, then add this one.'],
    'page.github_unconfirmed': [
      "GitHub hasn't confirmed this account in 30 days.",
      'Sign in with GitHub, then show it.',
    ],
    'proof.replaced': [
      'This wallet has a newer proof.',
      'Nothing became public. Reload the page to see the newer proof, then share that.',
    ],
  }),
  ...withStatus(429, {
    'wallet.too_many_changes': ['Too many changes in a minute.', 'Wait {wait}, then try again.'],
    'proof.too_many_challenges': ['Too many statements in a minute.', 'Wait {wait}, then try again.'],
  }),
};
