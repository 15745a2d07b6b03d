'use client';

import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { explorerAddress } from '@/lib/explorer-address';
import { shortenAddress } from '@/lib/shorten';
import { Icon } from './icon';

type Copying = 'idle' | 'copied' | 'refused';

type AddressProps = {
  address: string;
  /** A chain such as `solana:mainnet`, for the Solana Explorer link. Local chains have no link. */
  chain: string;
  isProven?: boolean;
  /** Animates the second rule, once. */
  isFresh?: boolean;
};

/** A shortened address that expands when pressed. One rule means connected, two mean proven; text beside it must say so too. */
export function Address({ address, chain, isProven = false, isFresh = false }: AddressProps) {
  const [isWhole, setIsWhole] = useState(false);
  const [copying, setCopying] = useState<Copying>('idle');
  const whole = useRef<HTMLElement>(null);
  const wholeId = useId();
  const rule = `inline-block ${isProven ? `text-proven ${isFresh ? 'drawn-once' : 'countersigned'}` : 'ruled'}`;
  const short = shortenAddress(address);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setCopying('copied');
    } catch {
      // The browser refused clipboard access. Selects the full address, which the user can then copy in one step.
      flushSync(() => {
        setIsWhole(true);
        setCopying('refused');
      });
      if (whole.current) getSelection()?.selectAllChildren(whole.current);
    }
  };

  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-1">
      {/* A class instead of `hidden`: without scripts, CSS shows the full address from the start. */}
      <span id={wholeId} className={isWhole ? '' : 'hidden no-js:inline'}>
        <span className={rule}>
          <code ref={whole} className="font-mono text-small break-all text-ink">
            {address}
          </code>
        </span>
      </span>
      <button
        type="button"
        aria-expanded={isWhole}
        aria-controls={wholeId}
        className={`address-toggle no-js:hidden ${isWhole ? 'ml-1 text-small text-muted hover:text-ink' : 'font-mono text-control'}`}
        onClick={() => {
          setIsWhole(!isWhole);
          setCopying('idle');
        }}
      >
        {isWhole ? (
          <span>Shorten</span>
        ) : (
          // A new key remounts the element, which restarts the animation.
          <span key={String(isFresh)} className={rule}>
            <span className="text-ink">{short}</span>
          </span>
        )}
        <span className="sr-only">{isWhole ? ' the full address' : ', full address'}</span>
      </button>
      <button
        type="button"
        aria-label={`Copy address of ${short}`}
        title="Copy address"
        className="tool no-js:hidden"
        onClick={copy}
      >
        <Icon name={copying === 'copied' ? 'tick' : 'copy'} />
      </button>
      <span role="status" className={copying === 'refused' ? 'text-small text-muted' : 'sr-only'}>
        {copying === 'copied' ? 'Copied' : copying === 'refused' ? 'Selected. Copy it from here.' : ''}
      </span>
      <ExplorerLink {...{ chain, address }} className="hidden text-small no-js:inline" />
    </span>
  );
}

type ExplorerLinkProps = { chain: string; address: string; className: string };

/** Renders nothing for a chain that isn't public. */
export function ExplorerLink({ chain, address, className }: ExplorerLinkProps) {
  const explorer = explorerAddress(chain, address);
  return explorer ? (
    <a href={explorer} target="_blank" rel="noopener noreferrer" className={className}>
      View on Solana Explorer<span className="sr-only">, in a new tab</span>
    </a>
  ) : null;
}
