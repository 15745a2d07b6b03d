'use client';

import { type ReactNode, useId, useRef, useSyncExternalStore } from 'react';
import { buttonClasses } from '@/components/ui/button';
import { CopyButton, type Copying } from '@/components/ui/copy-button';
import { Lines } from '@/components/ui/icon';
import { QrCode } from '@/components/ui/qr-code';
import { rareIcons } from '@/components/ui/rare-icons';
import { escapeHtml } from '@/lib/escape-html';

type ShareViewsProps = {
  link: string;
  /** The proof in one sentence: alternative text of the picture, and text of a post. */
  text: string;
  copying?: Copying;
  of?: 'proof' | 'page';
};

const views = { link: 'Link', qr: 'QR code', badge: 'Badge' } as const;

/** All views share one place; only the chosen one is visible. Class names are literal so that Tailwind finds them. */
const shown = {
  link: 'group-has-[[value=link]:checked]/views:visible',
  qr: 'group-has-[[value=qr]:checked]/views:visible',
  badge: 'group-has-[[value=badge]:checked]/views:visible',
};

/** Ways to share a public proof or page: three views in one place, switched without scripts. */
export function ShareViews({ link, text, copying = 'idle', of = 'proof' }: ShareViewsProps) {
  const view = (name: keyof typeof views, children: ReactNode) => (
    <div className={`invisible col-start-1 row-start-1 grid min-w-0 content-start gap-3 ${shown[name]}`}>
      {children}
    </div>
  );
  return (
    <div className="group/views grid grid-cols-1 gap-5">
      <fieldset className="grid grid-cols-3 rounded-control bg-sunken p-0.5">
        <legend className="sr-only">Share as</legend>
        {Object.entries(views).map(([value, label]) => (
          <label
            key={value}
            className="relative grid min-h-[calc(var(--control)-8px)] cursor-pointer place-items-center rounded-[5px] border border-transparent text-control font-medium text-muted has-checked:border-hairline has-checked:bg-surface has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link forced-colors:has-checked:border-[Highlight]"
          >
            <input
              type="radio"
              name="view"
              value={value}
              defaultChecked={value === 'link'}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div className="grid grid-cols-1">
        {view('link', <LinkView link={link} text={text} copying={copying} of={of} />)}
        {view(
          'qr',
          <QrCode
            text={link}
            name={`QR code of the ${of}'s address`}
            className="size-48 justify-self-center"
          />,
        )}
        {view('badge', <BadgeView link={link} text={text} of={of} />)}
      </div>
    </div>
  );
}

function LinkView({ link, text, copying, of }: Required<ShareViewsProps>) {
  const post = new URLSearchParams({ text, url: link });
  return (
    <>
      <CopyField label="Anyone with this link can see it" value={link} copy="Copy link" copying={copying} />
      <div className="grid grid-cols-2 gap-2">
        <ShareButton link={link} title={of === 'page' ? 'Proven wallets' : undefined} />
        <Elsewhere href={`https://x.com/intent/post?${post}`} icon={logos.x}>
          Post on X
        </Elsewhere>
        <Elsewhere href={`https://t.me/share/url?${post}`} icon={logos.telegram}>
          Telegram
        </Elsewhere>
        <a
          href={`${new URL(link).pathname}/picture.png`}
          download={`countersign-${of}.png`}
          className={buttonClasses('secondary', 'col-span-2 justify-start')}
        >
          <Lines path={rareIcons.download} />
          Download picture
        </a>
      </div>
    </>
  );
}

function BadgeView({ link, text, of }: ShareViewsProps) {
  return (
    <>
      <img
        src={`${new URL(link).pathname}/badge.svg`}
        alt={text}
        height={28}
        loading="lazy"
        className="h-7"
      />
      <p className="text-small text-muted">
        It shows {of === 'page' ? 'how many wallets are listed' : 'whether the proof is still valid'}, at most
        a minute late.
      </p>
      <CopyField
        label="Markdown"
        value={`[![${text}](${link}/badge.svg)](${link})`}
        copy="Copy"
        what="Markdown"
      />
      <CopyField
        label="HTML"
        value={`<a href="${link}"><img src="${link}/badge.svg" alt="${escapeHtml(text)}" height="28"></a>`}
        copy="Copy"
        what="HTML"
      />
    </>
  );
}

type CopyFieldProps = { label: string; value: string; copy: string; what?: string; copying?: Copying };

function CopyField({ label, value, copy, what, copying = 'idle' }: CopyFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-1.5">
      <label htmlFor={id} className="col-span-2 text-small font-medium">
        {label}
      </label>
      <input
        ref={field}
        id={id}
        readOnly
        value={value}
        className="min-h-control w-full min-w-0 truncate rounded-control border border-edge bg-surface px-3 font-mono text-small text-ink"
      />
      <CopyButton label={copy} what={what} text={value} field={field} copying={copying} />
    </div>
  );
}

const never = () => () => undefined;

/** Opens the device's share sheet. Renders nothing if the browser has none. */
export function ShareButton({ link, title = 'Proof of a wallet' }: { link: string; title?: string }) {
  const canShare = useSyncExternalStore(
    never,
    () => 'share' in navigator,
    () => false,
  );
  if (!canShare) return null;
  return (
    <button
      type="button"
      // Rejects if the user cancels or the browser refuses. The link can still be copied.
      onClick={() => navigator.share({ title, url: link }).catch(() => undefined)}
      className={buttonClasses('primary', 'col-span-2')}
    >
      Share…
    </button>
  );
}

const logos = {
  x: 'M2.75 2.75h2.9l7.6 10.5h-2.9zM12.75 2.75 9 7M7 9l-3.75 4.25',
  telegram: 'M14 2.5 1.75 7.25l4 1.5M14 2.5l-2.25 10.75-6-4.5M14 2.5 5.75 8.75v4.5l2.5-2.6',
};

function Elsewhere({ href, icon, children }: { href: string; icon: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClasses('secondary', 'justify-start')}
    >
      <Lines path={icon} />
      {children}
      <span className="sr-only">, in a new tab</span>
    </a>
  );
}
