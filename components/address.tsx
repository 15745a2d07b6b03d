'use client';

import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { explorerAddress } from '../lib/explorer-address';
import { shortenAddress } from '../lib/shorten-address';

/** The countersignature: a second rule below the first. */
const doubleRule =
  'relative border-b border-current text-proven after:absolute after:inset-x-0 after:-bottom-[3px] after:origin-left after:border-t after:border-current';
const drawnOnce = 'after:transition-[scale] after:duration-300 after:ease-out starting:after:scale-x-0';

const tool =
  '-my-2 inline-grid h-11 w-10 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink focus-visible:-outline-offset-8';

/** Around the words alone: what can be pressed reaches over the lines above and below. */
const ring =
  'group-focus-visible/address:outline-2 group-focus-visible/address:outline-offset-4 group-focus-visible/address:outline-link';

type Copying = 'idle' | 'copied' | 'refused';

type AddressProps = {
  address: string;
  /** Like `solana:mainnet`: which part of Solana Explorer its link leads to. A local chain has none. */
  chain: string;
  isProven?: boolean;
  /** Draws the second rule, once. */
  isFresh?: boolean;
};

/**
 * An address on Solana, shortened; a press shows the whole one in its place. Beside it a press copies it, and a link leads
 * to Solana Explorer. The rule under it says how far it is trusted, a single one for a connected wallet and a double one for
 * a proven one. Say the same in words beside it. Without JavaScript the whole one stands there.
 */
export function Address({ address, chain, isProven = false, isFresh = false }: AddressProps) {
  const [isWhole, setIsWhole] = useState(false);
  const [copying, setCopying] = useState<Copying>('idle');
  const whole = useRef<HTMLElement>(null);
  const wholeId = useId();
  const rule = isProven ? `${doubleRule} ${isFresh ? drawnOnce : ''}` : 'ruled';
  const short = shortenAddress(address);
  const explorer = explorerAddress(chain, address);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setCopying('copied');
    } catch {
      // Copying is not allowed here. Selected, the address is one key press or one tap from being copied.
      flushSync(() => {
        setIsWhole(true);
        setCopying('refused');
      });
      if (whole.current) getSelection()?.selectAllChildren(whole.current);
    }
  };

  return (
    <div>
      {/* Not by the attribute: without scripts, where nothing can be pressed, it stands there at once. */}
      <div id={wholeId} className={`pt-1 pb-2 ${isWhole ? '' : 'hidden [@media(scripting:none)]:block'}`}>
        <span className={`inline-block ${rule}`}>
          <code ref={whole} className="font-mono text-small break-all text-ink">
            {address}
          </code>
        </span>
      </div>
      <div className="flex flex-wrap items-center">
        <button
          type="button"
          aria-expanded={isWhole}
          aria-controls={wholeId}
          className={`group/address -my-2 mr-1 [@media(scripting:none)]:hidden inline-flex min-h-11 items-center outline-none ${isWhole ? 'text-small text-muted underline underline-offset-2' : 'font-mono text-[14px] leading-5'}`}
          onClick={() => {
            setIsWhole(!isWhole);
            setCopying('idle');
          }}
        >
          {isWhole ? (
            <span className={ring}>Shorten</span>
          ) : (
            // By its key it is a new element, as a rule that is to be drawn has to be.
            <span key={String(isFresh)} className={`${rule} ${ring}`}>
              <span className="text-ink">{short}</span>
            </span>
          )}
          <span className="sr-only">{isWhole ? ' the' : ','} whole address</span>
        </button>
        <button
          type="button"
          aria-label={`Copy address of ${short}`}
          title="Copy address"
          className={`[@media(scripting:none)]:hidden ${tool}`}
          onClick={copy}
        >
          <Picture
            path={copying === 'copied' ? 'M3 8.5l3.5 3.5L13 4.5' : 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3'}
          />
        </button>
        {explorer ? (
          <a
            href={explorer}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`View on Solana Explorer: ${short}, in a new tab`}
            title="View on Solana Explorer"
            className={tool}
          >
            <Picture path="M6.5 3.5h-4v10h10v-4M9.5 2.5h4v4M13.5 2.5l-6 6" />
          </a>
        ) : null}
        <span
          role="status"
          className={
            copying === 'refused' ? 'text-small text-muted' : 'text-small text-muted max-wide:sr-only'
          }
        >
          {copying === 'copied' ? 'Copied' : copying === 'refused' ? 'Selected. Copy it from here.' : ''}
        </span>
      </div>
    </div>
  );
}

function Picture({ path }: { path: string }) {
  return (
    <svg
      aria-hidden="true"
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );
}
