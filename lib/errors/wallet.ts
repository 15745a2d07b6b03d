import { withStatus } from './catalogue-entry.ts';

/** Wallets in the browser: the catalogue's only entries in the wallet island. */
export const walletErrors = {
  ...withStatus(400, {
    'wallet.not_found': [
      "We can't find that wallet in this browser.",
      'Install it or choose another wallet, then try again.',
    ],
    'wallet.not_ready': [
      "That wallet isn't ready.",
      'Install it or finish setting it up, or choose another wallet.',
    ],
    'wallet.not_connected': ['No wallet is connected.', 'Connect a wallet, then try again.'],
    'wallet.connection_failed': [
      "We couldn't connect to that wallet. Nothing changed.",
      'Try again, or choose another wallet.',
    ],
    'wallet.load_failed': ["We couldn't load that wallet.", 'Try again, or update the wallet.'],
    'wallet.cancelled': ['You canceled. Nothing changed.', 'Try again whenever you like.'],
    'wallet.declined': ['You declined. Nothing changed.', 'Try again whenever you like.'],
    'wallet.wrong_network': [
      'Your wallet is on another network.',
      "Switch the wallet to this site's network, then try again.",
    ],
    'wallet.disconnected': [
      'Your wallet disconnected. What you have proven is still yours.',
      'Connect it again whenever you like.',
    ],
    'wallet.no_account': [
      'That wallet has no account we can use.',
      'Choose another account in it, or another wallet.',
    ],
    'wallet.window_blocked': [
      "Your browser blocked the wallet's window.",
      'Allow pop-ups for this site, then try again.',
    ],
    'wallet.window_closed': [
      "The wallet's window was closed. Nothing changed.",
      'Try again, and keep it open until you have answered.',
    ],
    'wallet.browser_unsupported': [
      "This browser can't open a wallet app.",
      'Open this page in Chrome, then try again.',
    ],
    'wallet.session_closed': ['The phone disconnected before it answered.', 'Connect it again.'],
    'wallet.app_not_found': [
      "We can't find a wallet.",
      'Install a wallet app on this phone, then try again.',
    ],
    'wallet.app_outdated': [
      "This page doesn't support your wallet app's version.",
      'Update the app, or use another wallet.',
    ],
    'wallet.session_broken': [
      'The phone sent an invalid response. Nothing changed.',
      'Connect it again, or use another wallet.',
    ],
    'wallet.insecure_page': ['Wallets only work on secure pages.', 'Open this site with https.'],
    'wallet.cannot_sign': [
      "Your wallet can't sign the statement this way.",
      'Nothing changed. Sign it another way, or use another wallet.',
    ],
    'wallet.signing_failed': [
      "Your wallet didn't sign. Nothing changed.",
      'Try again, or use another wallet.',
    ],
    'wallet.demo_unavailable': [
      "This browser can't keep the key of the Demo Wallet.",
      'Use a current browser, outside private mode, or choose another wallet.',
    ],
  }),
  ...withStatus(403, {
    'wallet.locked': [
      "Your wallet is locked or doesn't allow this site.",
      'Unlock it and allow this site, then try again.',
    ],
    'wallet.loopback_blocked': [
      'Your browser blocks this page from reaching apps on your device.',
      'Allow "Apps on device" for this site, then try again.',
    ],
    'wallet.app_unsafe': [
      'Your wallet app sent an insecure address. Nothing changed.',
      'Update the app, or use another wallet.',
    ],
  }),
  ...withStatus(409, {
    'wallet.request_open': [
      'A request is already open in your wallet.',
      'Open the wallet, answer it there, then try again.',
    ],
    'wallet.other_account': [
      'A different account is selected in your wallet.',
      "Nothing changed. Select the statement's account again, or get a new statement for the other one.",
    ],
  }),
  ...withStatus(500, {
    'wallet.broke_page': [
      'A wallet in this browser does not work with this page.',
      'The rest of the page still works. Switch off the wallet you added last, then try again.',
    ],
  }),
  ...withStatus(503, {
    'wallet.offline': ["Your wallet can't reach the network.", 'Check its connection, then try again.'],
    'wallet.site_unreachable': [
      "We can't reach this site. Nothing changed.",
      'Check your connection, then try again.',
    ],
    'wallet.answer_lost': [
      "You signed, but your signature didn't reach us.",
      "Check your connection and send it again. You don't have to sign again.",
    ],
  }),
  ...withStatus(504, {
    'wallet.timed_out': ["Your wallet didn't answer.", 'Open it and try again, or choose another wallet.'],
    'wallet.session_timeout': [
      "We couldn't reach the wallet app.",
      'Check your connection and open the app, then try again.',
    ],
    'wallet.signing_timed_out': [
      "Your wallet didn't answer in five minutes. Nothing changed.",
      'The statement has expired. Get a new one and sign that.',
    ],
  }),
};

export type WalletErrorCode = keyof typeof walletErrors;
