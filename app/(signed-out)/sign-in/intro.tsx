import { SampleProof } from '@/components/proof-card';
import { demoWalletName } from '@/components/wallet/demo/demo-wallet-name';
import { environment } from '@/lib/env';

/** What someone gets who signs in, beside the form or below it. The layout makes room for it by its `data-intro`. */
export function Intro() {
  const { intro, embedded } = environment();
  if (!intro.isShown) return null;
  return (
    <aside
      data-intro
      aria-label="What you get"
      className="grid content-start gap-6 border-t border-hairline pt-8 min-[960px]:border-0 min-[960px]:pt-0"
    >
      {intro.picture ? (
        <img src={intro.picture} alt="" className="aspect-[4/3] w-full rounded-card object-contain" />
      ) : (
        <SampleProof />
      )}
      <ol className="list-decimal space-y-2 pl-5 text-muted">
        <li>Sign in by email, or with a wallet alone.</li>
        <li>Sign one statement with your wallet. It costs nothing and moves no funds.</li>
        <li>Share the proof as a link, or let apps see which wallets are yours.</li>
      </ol>
      {embedded ? (
        <p className="text-small text-muted">
          Just looking? Choose “{demoWalletName}” under “Sign in with Solana”: it needs no wallet of your own.
        </p>
      ) : null}
    </aside>
  );
}
