'use client';

import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { explorerAddress } from '../lib/explorer-address';
import { shortenAddress } from '../lib/shorten-address';
import { Icon } from './ui/icon';

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
 * A shortened Solana address. A press shows all of it. One rule under it means connected and two mean proven,
 * which words beside it must say too. Without JavaScript, the whole address links to Solana Explorer.
 */
export function Address({ address, chain, isProven = false, isFresh = false }: AddressProps) {
  const [isWhole, setIsWhole] = useState(false);
  const [copying, setCopying] = useState<Copying>('idle');
  const whole = useRef<HTMLElement>(null);
  const wholeId = useId();
  const rule = `inline-block ${isProven ? `text-proven ${isFresh ? 'drawn-once' : 'countersigned'}` : 'ruled'}`;
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
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-1">
      {/* Not by the attribute: without scripts, where nothing can be pressed, it stands there at once. */}
      <span id={wholeId} className={isWhole ? '' : 'hidden [@media(scripting:none)]:inline'}>
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
        className={`group/address relative outline-none after:absolute after:inset-x-0 after:-inset-y-2 [@media(scripting:none)]:hidden ${isWhole ? 'ml-1 text-small text-muted hover:text-ink' : 'font-mono text-control'}`}
        onClick={() => {
          setIsWhole(!isWhole);
          setCopying('idle');
        }}
      >
        {isWhole ? (
          <span className={ring}>Shorten</span>
        ) : (
          // The key makes a new element, which draws the rule again.
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
        className="tool [@media(scripting:none)]:hidden"
        onClick={copy}
      >
        <Icon name={copying === 'copied' ? 'tick' : 'copy'} />
      </button>
      <span role="status" className={copying === 'refused' ? 'text-small text-muted' : 'sr-only'}>
        {copying === 'copied' ? 'Copied' : copying === 'refused' ? 'Selected. Copy it from here.' : ''}
      </span>
      {explorer ? (
        <a
          href={explorer}
          target="_blank"
          rel="noopener noreferrer"
          className="hidden text-small [@media(scripting:none)]:inline"
        >
          View on Solana Explorer<span className="sr-only">, in a new tab</span>
        </a>
      ) : null}
    </span>
  );
}
