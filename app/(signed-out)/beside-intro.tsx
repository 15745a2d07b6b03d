import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { Proven } from '@/components/proofs/proven';
import { SampleProof } from '@/components/proofs/sample-proof';
import { AppLogo } from '@/components/ui/app-logo';
import { demoWalletName } from '@/components/wallet/standard/demo-wallet-name';
import { peekWalletAccounts } from '@/lib/auth/sign-in/solana-accounts';
import { environment } from '@/lib/env';
import { peekSettings } from '@/lib/supabase/settings';
import { readOfferedWallets } from '@/lib/wallets/read-offered-wallets';
import { type AskingApp, readAskingApp } from './for-app';
import { SolanaSignIn } from './sign-in/sign-in-controls';

const steps = [
  ['Sign in', 'by email, or with a wallet alone.'],
  ['Sign one statement', 'with each wallet. It costs nothing and moves no funds.'],
  ['Share it', 'as a link that anyone can check, or with the apps you choose.'],
] as const;

type BesideIntroProps = {
  next: string | undefined;
  /** Whether the visitor is at the first step. An app's introduction stays on every step. */
  isFirst: boolean;
  children: ReactNode;
};

/** A form with an introduction beside it, or below it on a phone: the requesting app's, or else the site's. */
export async function BesideIntro({ next, isFirst, children }: BesideIntroProps) {
  const form = <div className="grid gap-6">{children}</div>;
  if (!environment().intro.isShown) return form;
  const app = await readAskingApp(next);
  if (app ? !app.asksForWallets : !isFirst) return form;
  return (
    <div
      data-intro
      className="grid grid-cols-1 items-start gap-10 min-[960px]:grid-cols-[repeat(2,var(--form))] min-[960px]:justify-between"
    >
      {form}
      {app ? <AppIntro app={app} /> : <Intro />}
    </div>
  );
}

function AppIntro({ app }: { app: AskingApp }) {
  const host = <bdi className="[overflow-wrap:anywhere]">{app.host}</bdi>;
  return (
    <aside aria-label="What the app gets" className={asideClasses}>
      <p className={claimClasses}>
        You choose which wallets{' '}
        {app.vouched ? <bdi className="[overflow-wrap:anywhere]">{app.vouched.name}</bdi> : 'it'} sees.
      </p>
      <SampleShare app={app} />
      <Steps
        steps={[
          ['Sign in here.', 'It never sees your password or passkey.'],
          ['Choose what it sees.', 'Wallet by wallet, before anything is shared.'],
          [<>Continue to {host}.</>, 'You can end its access at any time under Apps.'],
        ]}
      />
    </aside>
  );
}

const asideClasses = 'grid gap-8 max-[960px]:pt-10 max-[960px]:pb-12';
const claimClasses =
  'font-serif text-[24px] leading-8 font-medium tracking-[-0.01em] text-balance min-[960px]:text-[28px] min-[960px]:leading-9';

function Intro() {
  const { intro, embedded } = environment();
  return (
    <aside aria-label="What you get" className={asideClasses}>
      <p className={claimClasses}>
        {intro.text?.heading ?? 'Sign in once, prove the Solana wallets you own, and let apps trust it.'}
      </p>
      {intro.text ? (
        <div className="grid gap-3.5 text-muted">
          {intro.text.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      ) : (
        <>
          <SampleProof />
          <Steps steps={steps} />
        </>
      )}
      {embedded ? <Trial /> : null}
    </aside>
  );
}

function Steps({ steps }: { steps: readonly (readonly [ReactNode, string])[] }) {
  return (
    <ol className="grid gap-3.5">
      {steps.map(([what, how], index) => (
        <li key={how} className="grid grid-cols-[28px_minmax(0,1fr)] text-muted">
          <span aria-hidden="true" className="font-serif text-[20px] leading-[22px] font-medium">
            {index + 1}
          </span>
          <p>
            <b className="font-semibold text-ink">{what}</b> {how}
          </p>
        </li>
      ))}
    </ol>
  );
}

async function Trial() {
  const [{ isSignUpClosed }, opensAccount, offered] = await Promise.all([
    peekSettings(),
    peekWalletAccounts(),
    readOfferedWallets(),
  ]);
  return (
    <div className="grid gap-2 min-[960px]:pointer-fine:[--control:36px]">
      <SolanaSignIn
        label="Try it without a wallet"
        wallet={demoWalletName}
        className="min-w-[172px] justify-self-start hover:bg-surface"
        offered={offered}
        opensAccount={opensAccount && !isSignUpClosed}
      />
      <p className="text-small text-muted no-js:hidden">
        It signs like a real one and stays in this browser.
      </p>
    </div>
  );
}

/** A made-up answer to the app's request: one of two wallets. */
function SampleShare({ app }: { app: AskingApp }) {
  const { vouched } = app;
  const host = <bdi className="[overflow-wrap:anywhere]">{app.host}</bdi>;
  return (
    <figure
      role="img"
      aria-label="A sample of what the app sees: the wallet 7xKX…gAsU, and not the wallet 9WzD…AWWM"
      className="relative max-w-form rounded-card border border-hairline bg-surface"
    >
      <span className="tag absolute -top-[10px] left-5 border border-hairline bg-paper">Sample</span>
      <div className="flex items-center gap-3 px-6 py-4">
        {vouched ? <AppLogo {...vouched} /> : null}
        <div className="min-w-0">
          <p className="font-semibold">{vouched ? <bdi>{vouched.name}</bdi> : host}</p>
          <p className="text-small text-muted">
            {vouched ? host : `Not reviewed by ${environment().branding.siteName}`}
          </p>
        </div>
      </div>
      <div className="border-t border-hairline px-6 py-4">
        <p className="text-small text-muted">It will see</p>
        <ul className="mt-1 divide-y divide-hairline">
          <SampleWallet address="7xKX…gAsU" isShared />
          <SampleWallet address="9WzD…AWWM" />
        </ul>
      </div>
    </figure>
  );
}

function SampleWallet({ address, isShared = false }: { address: string; isShared?: boolean }) {
  return (
    <li className="flex items-center gap-3 py-2.5">
      <span
        className={`grid size-4 place-items-center rounded-[4px] border text-[11px] leading-none ${isShared ? 'border-ink bg-ink text-paper' : 'border-control'}`}
      >
        {isShared ? '✓' : ''}
      </span>
      <span className="font-mono text-[15px]">{address}</span>
      <span className="ml-auto text-small">
        {isShared ? <Proven>Proven 14 Nov 2026</Proven> : <span className="text-muted">Stays private</span>}
      </span>
    </li>
  );
}

export function Tagline() {
  return (
    <p className="-mt-4 text-muted min-[960px]:[[data-intro]_&]:hidden">
      {environment().branding.siteName} proves which Solana wallets are yours, so that people and apps can
      rely on it.
    </p>
  );
}

/** Metadata for search engines, with one canonical URL whatever the query. */
export function describeIndexedPage(page: { path: string; title: string; description: string }): Metadata {
  const { path, title, description } = page;
  const canonical = environment().siteUrl + path;
  return { title, description, robots: { index: true, follow: true }, alternates: { canonical } };
}
