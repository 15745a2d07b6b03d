export { SignInWithCountersign, type SignInWithCountersignProps } from './sign-in-with-countersign.tsx';
export { useWallets, type WalletsState } from './use-wallets.ts';
