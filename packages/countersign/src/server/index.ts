export { CountersignError, type CountersignErrorCode } from '../countersign-error.ts';
export {
  type Admission,
  type Countersign,
  createCountersign,
  type PersonAdmission,
} from './create-countersign.ts';
export type { Person } from './person.ts';
export {
  findMember,
  findPerson,
  type Member,
  type PersonRequirement,
  type SignInOptions,
  type WalletRequirement,
} from './require-wallet.ts';
export { type AppCookie, writeSetCookie } from './sealed-cookies.ts';
export type { Settings } from './settings.ts';
export type { SignInError } from './sign-in.ts';
export { readWalletsOf, type Wallet, type WalletsAnswer, type WalletsOfSubject } from './wallets.ts';
