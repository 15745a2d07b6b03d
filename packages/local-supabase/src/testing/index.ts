/** `local-supabase/testing`: local Supabases for tests that Jest runs, with simulated users, browsers and devices. */
export { findCode, findLink, readTextOfHtml } from '../mail/read-mail-text.ts';
export { withoutDatabase } from './database-outage.ts';
export { releaseMails, waitForHeldMails, waitForMail } from './held-mails.ts';
export { startHosts, stopHosts } from './hosts.ts';
export { databaseSources, hashSources, keepTemplate, templatePlace } from './kept-template.ts';
export { copyDatabase } from './prepare-data.ts';
export { type CapturedMail, readLocalMailbox } from './read-local-mailbox.ts';
export { rotateKey } from './rotate-key.ts';
export {
  currentCode,
  type Enrolled,
  enrol,
  enrollAndProve,
  prove,
  sessionOf,
  wrongCode,
} from './second-factor.ts';
export { shareInstead, shareLocalSupabase } from './share-local-supabase.ts';
export {
  connectClient,
  firstPassword,
  makeEmail,
  postAuth,
  postRefresh,
  type SignedIn,
  signInAtAuth,
  signInWalletAtAuth,
  signUpAtAuth,
} from './sign-in.ts';
export { followOnce, returnFromProvider } from './sign-in-at-provider.ts';
export { makeWallet, signText, type TestWallet, writeStatement } from './sign-solana-message.ts';
export { type SimulatedGithub, simulateGithub } from './simulate-github.ts';
export { siteHost, siteRpId, siteUrl } from './site-url.ts';
export {
  authenticate,
  type CreationOptions,
  makePasskey,
  register,
  type SoftAnswer,
  type SoftPasskey,
} from './soft-authenticator.ts';
export { fillFromTemplate, spawnBackend } from './spawn-local-supabase.ts';
export { startEmulatedProvider } from './start-emulated-provider.ts';
export {
  holdBackend,
  type LocalSupabase,
  type StartOptions,
  startLocalSupabase,
} from './start-local-supabase.ts';
