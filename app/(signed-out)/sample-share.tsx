import { AppLogo } from '@/components/app-logo';
import { Proven } from '@/components/proven';
import { environment } from '@/lib/env';
import type { AskingApp } from './for-app';

/** A made-up answer to the app's request: one of two wallets. */
export function SampleShare({ app }: { app: AskingApp }) {
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
