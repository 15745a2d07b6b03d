import { withStatus } from './catalogue-entry.ts';

export const appErrors = {
  ...withStatus(400, {
    'app.too_many_wallets': ['An app can see up to 20 wallets.', 'Nothing was shared. Choose fewer.'],
    'app.request_invalid': [
      'The app sent an invalid request.',
      "Nothing was shared. Go back to the app and try again; if this keeps happening, contact the app's developer.",
    ],
    'app.not_signed_in': [
      "You aren't signed in here.",
      'The app asked whether you are, without letting you sign in. Nothing was shared. Start again in the app.',
    ],
    'app.must_ask': [
      'The app has to ask you first.',
      'It asked for access without showing you a page. Nothing was shared. Start again in the app.',
    ],
    'app.browser_only': [
      'Open this URL in a browser.',
      "Link or redirect people here. A fetch or a prefetch can't complete this step.",
    ],
    'app.redirect_unknown': [
      "The app asked to send you to an address it hasn't registered.",
      "You stay here, and nothing was shared. Tell the app's developer.",
    ],
    'app.name_required': [
      'Enter a name.',
      'People see it when they share with your app. Use up to 40 characters.',
    ],
    'app.name_invalid': [
      'Use up to 40 letters, digits and spaces from one alphabet.',
      "A name can't hide characters, and can't look like the ID of an account.",
    ],
    'app.name_imitates': [
      'This name could be mistaken for this site.',
      'Choose a different name, so people can tell who is asking.',
    ],
    'app.redirect_invalid': [
      "We can't use {address}.",
      "Use up to ten URIs of at most 500 characters, without spaces, commas, #, @ or *. They can't be on this site.",
    ],
    'app.redirect_required': [
      'Enter at least one redirect URI.',
      'People return there after they agree, for example https://app.example/callback.',
    ],
    'app.redirect_https': [
      'Use https in {address}.',
      'Start it with https://. Plain http works only on localhost, 127.0.0.1 and [::1].',
    ],
    'app.redirect_spelling': [
      'Write {address} as a browser shows it.',
      'Use a lowercase host, no default port, and no “..” in the path.',
    ],
    'app.redirect_scheme': [
      'Change the scheme of {address}.',
      'Use your domain in reverse and one slash, like com.example.app:/callback.',
    ],
    'app.redirect_public_only': [
      'Only an app without a secret can use {address}.',
      'Use an https URI, or register an app without a secret: “In the browser”, or “Mobile or desktop”.',
    ],
    'app.logo_invalid': [
      "This picture can't be used.",
      'Choose a square PNG of 64 to 256 pixels and at most 16 kB.',
    ],
  }),
  ...withStatus(401, {
    'app.token_invalid': [
      'This access token is not valid.',
      "It expired, or the user ended your app's access. Refresh it, or ask the user to sign in again.",
    ],
    'app.client_refused': [
      "The app's credentials are not valid.",
      'Send the client ID and secret with HTTP Basic or in the form body.',
    ],
  }),
  ...withStatus(403, {
    'app.scope_missing': [
      'This access token lacks the required scope.',
      'Request the scope that the API reference names.',
    ],
  }),
  ...withStatus(404, {
    'app.unknown': [
      'That app is no longer connected.',
      'It may have been removed, or you ended its access. Reload the page.',
    ],
    'app.not_registered': [
      "This app isn't registered here.",
      "Nothing was shared. Go back to it; if this keeps happening, contact the app's developer.",
    ],
    'app.subject_unknown': [
      'No user with this sub shares wallets with your app.',
      'They may have ended access. Ask them to sign in again.',
    ],
    'app.cannot_share': [
      "You can't share wallets with this app here.",
      'It is disabled, its access has ended, it has to ask you again, or it never asked for wallets. To share some, sign in through the app.',
    ],
    'app.off': ["Apps can't be registered here.", "Ask the site's team."],
  }),
  ...withStatus(409, {
    'app.wallet_not_offered': [
      "One of these wallets isn't on your account anymore.",
      'Nothing was shared. Choose again to continue.',
    ],
    'app.page_not_offered': [
      "Your page can't be shared like this.",
      'Nothing was shared. It was turned off or has a new link, or no wallet is selected. Choose again to continue.',
    ],
    'app.wallet_required': [
      "The wallet that the app asks for isn't selected.",
      'Nothing was shared. Select it to continue, or cancel.',
    ],
    'app.wallets_changed': [
      'The wallets that this app sees have changed.',
      'Nothing was saved. Review the wallets below, then save again.',
    ],
    'app.other_account': [
      "You're now signed in to a different account.",
      'Nothing was shared. Review what this account would share, then answer.',
    ],
    'app.too_many': [
      "You've reached the limit.",
      'Remove what you no longer need, or wait a minute, and try again.',
    ],
    'app.registered_before': [
      'You already registered this app.',
      'Open it under your apps to make a new secret. To register another app like it, choose a different name.',
    ],
    'app.pkce_required': [
      "This app can't be exempted from PKCE.",
      "Only an app that has a secret, and that the site's team registered, can be.",
    ],
    'app.secret_just_made': [
      'This app already has a new secret, and the previous one still works.',
      'Nothing changed. Choose which of the two stops working, then try again.',
    ],
    'app.secret_changed': [
      'This app has a newer secret.',
      'Nothing changed. Check below when it was made. If you still need another, try again.',
    ],
    'app.no_secret_before': [
      'This app has only one working secret.',
      'Nothing changed, because ending it would lock the app out. Make a new secret instead: this one works for another day.',
    ],
  }),
  ...withStatus(410, {
    'app.request_expired': [
      'This request has ended.',
      'It was already answered, took longer than ten minutes, or is open in another tab or browser. Go back to that one, or start again in the app.',
    ],
  }),
  ...withStatus(503, {
    'app.step_lost': ["Your last step didn't reach us.", 'Press the button again to answer the app.'],
  }),
};
