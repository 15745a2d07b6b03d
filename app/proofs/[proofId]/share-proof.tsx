import { CopyButton } from '@/components/copy-button';
import { ShareButton } from '@/components/sharing/share-views';
import { buttonClasses } from '@/components/ui/button';

export function ShareProof({ link }: { link: string }) {
  return (
    <section className="grid justify-items-start gap-2 border-t border-hairline pt-4 [@media(scripting:none)]:hidden print:hidden">
      <h2 className="text-small font-semibold">Pass it on</h2>
      <p className="text-muted">The link shows whether the proof is still valid.</p>
      <div className="flex flex-wrap gap-2">
        <CopyButton isButton label="Copy link" text={link} />
        <ShareButton link={link} />
      </div>
    </section>
  );
}

/** The owner's link to the wallet's sharing, a page that works without scripts. */
export function YourProof({ address, link }: { address: string; link: string }) {
  const manage = (href: string, without: string) => (
    <a href={href} className={buttonClasses('quiet', without)}>
      Manage
    </a>
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-hairline bg-sunken px-4 py-2.5 print:hidden">
      <p className="text-muted">
        <b className="font-semibold text-ink">Your proof.</b> Anyone with the link sees this page.
      </p>
      <div className="flex gap-1">
        {manage(`/wallets#share-${address}`, '[@media(scripting:none)]:hidden')}
        {manage(`/wallets/manage?address=${address}`, 'hidden [@media(scripting:none)]:inline-flex')}
        <CopyButton isButton label="Copy link" text={link} />
      </div>
    </div>
  );
}
