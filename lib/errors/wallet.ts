import type { CatalogueEntry } from './catalogue-entry.ts';

/** Rows about wallets in the browser: all that the wallet island carries of the catalogue. */
export const walletErrors = {
  'wallet.not_found': {
    status: 400,
    title: "We can't find that wallet in this browser.",
    hint: 'Install it or choose another wallet, then try again.',
  },
  'wallet.not_ready': {
    status: 400,
    title: "That wallet isn't ready.",
    hint: 'Install it or finish setting it up, or choose another wallet.',
  },
  'wallet.not_connected': {
    status: 400,
    title: 'No wallet is connected.',
    hint: 'Connect a wallet, then try again.',
  },
  'wallet.connection_failed': {
    status: 400,
    title: "We couldn't connect to that wallet. Nothing changed.",
    hint: 'Try again, or choose another wallet.',
  },
  'wallet.load_failed': {
    status: 400,
    title: "We couldn't load that wallet.",
    hint: 'Try again, or update the wallet.',
  },
  'wallet.broke_page': {
    status: 500,
    title: 'A wallet in this browser does not work with this page.',
    hint: 'The rest of the page still works. Switch off the wallet you added last, then try again.',
  },
  'wallet.cancelled': {
    status: 400,
    title: 'You cancelled. Nothing changed.',
    hint: 'Try again whenever you like.',
  },
  'wallet.declined': {
    status: 400,
    title: 'You declined. Nothing changed.',
    hint: 'Try again whenever you like.',
  },
  'wallet.request_open': {
    status: 409,
    title: 'A request is already open in your wallet.',
    hint: 'Open the wallet, answer it there, then try again.',
  },
  'wallet.locked': {
    status: 403,
    title: "Your wallet is locked or doesn't allow this site.",
    hint: 'Unlock it and allow this site, then try again.',
  },
  'wallet.offline': {
    status: 503,
    title: "Your wallet can't reach the network.",
    hint: 'Check its connection, then try again.',
  },
  'wallet.wrong_network': {
    status: 400,
    title: 'Your wallet is on another network.',
    hint: "Switch the wallet to this site's network, then try again.",
  },
  'wallet.disconnected': {
    status: 400,
    title: 'Your wallet disconnected. What you have proven is still yours.',
    hint: 'Connect it again whenever you like.',
  },
  'wallet.no_account': {
    status: 400,
    title: 'That wallet has no account we can use.',
    hint: 'Choose another account in it, or another wallet.',
  },
  'wallet.timed_out': {
    status: 504,
    title: "Your wallet didn't answer.",
    hint: 'Open it and try again, or choose another wallet.',
  },
  'wallet.window_blocked': {
    status: 400,
    title: "Your browser blocked the wallet's window.",
    hint: 'Allow pop-ups for this site, then try again.',
  },
  'wallet.window_closed': {
    status: 400,
    title: "The wallet's window was closed. Nothing changed.",
    hint: 'Try again, and keep it open until you have answered.',
  },
  'wallet.browser_unsupported': {
    status: 400,
    title: "This browser can't open a wallet app.",
    hint: 'Open this page in Chrome, then try again.',
  },
  'wallet.loopback_blocked': {
    status: 403,
    title: 'This browser keeps the page from reaching apps on your device.',
    hint: 'Allow "Apps on device" for this site, then try again.',
  },
  'wallet.session_timeout': {
    status: 504,
    title: "We couldn't reach the wallet app.",
    hint: 'Check your connection and open the app, then try again.',
  },
  'wallet.session_closed': {
    status: 400,
    title: 'The phone disconnected before it answered.',
    hint: 'Connect it again.',
  },
  'wallet.app_not_found': {
    status: 400,
    title: "We can't find a wallet.",
    hint: 'Install a wallet app on this phone, then try again.',
  },
  'wallet.app_outdated': {
    status: 400,
    title: 'Your wallet app uses a version that this page does not support.',
    hint: 'Update the app, or use another wallet.',
  },
  'wallet.app_unsafe': {
    status: 403,
    title: 'Your wallet app named an address that is not secure. Nothing changed.',
    hint: 'Update the app, or use another wallet.',
  },
  'wallet.session_broken': {
    status: 400,
    title: 'The phone sent an invalid response. Nothing changed.',
    hint: 'Connect it again, or use another wallet.',
  },
  'wallet.insecure_page': {
    status: 400,
    title: 'Wallets only work on secure pages.',
    hint: 'Open this site with https.',
  },
  'wallet.cannot_sign': {
    status: 400,
    title: "Your wallet can't sign the statement this way.",
    hint: 'Nothing changed. Sign it another way, or use another wallet.',
  },
  'wallet.signing_failed': {
    status: 400,
    title: "Your wallet didn't sign. Nothing changed.",
    hint: 'Try again, or use another wallet.',
  },
  'wallet.signing_timed_out': {
    status: 504,
    title: "Your wallet didn't answer in five minutes. Nothing changed.",
    hint: 'The statement has expired. Get a new one and sign that.',
  },
  'wallet.other_account': {
    status: 409,
    title: 'A different account is selected in your wallet.',
    hint: 'Nothing changed. Select the account of this statement again, or continue with the other one and a new statement.',
  },
  'wallet.site_unreachable': {
    status: 503,
    title: "We can't reach this site. Nothing changed.",
    hint: 'Check your connection, then try again.',
  },
  'wallet.answer_lost': {
    status: 503,
    title: 'You signed, but the answer got lost on the way.',
    hint: "Check your connection and send it again. You don't have to sign again.",
  },
  'wallet.demo_unavailable': {
    status: 400,
    title: "This browser can't keep the key of the Demo Wallet.",
    hint: 'Use a current browser, outside private mode, or choose another wallet.',
  },
} as const satisfies Record<string, CatalogueEntry>;

export type WalletErrorCode = keyof typeof walletErrors;
