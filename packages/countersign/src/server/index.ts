export { CountersignError, type CountersignErrorCode } from './countersign-error.ts';
export { type Countersign, createCountersign } from './create-countersign.ts';
export type { AppCookie } from './sealed-cookies.ts';
export type { Person } from './session.ts';
export type { Settings } from './settings.ts';
export type { SignInError } from './sign-in.ts';
export type { Wallet, WalletsAnswer } from './wallets.ts';
