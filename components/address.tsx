'use client';

import { useId, useRef, useState } from 'react';
import { shortenAddress } from '../lib/shorten-address';

/** The countersignature: a second rule below the first. */
const doubleRule =
  'relative border-b border-current text-proven after:absolute after:inset-x-0 after:-bottom-[3px] after:origin-left after:border-t after:border-current';
const drawnOnce = 'after:transition-[scale] after:duration-300 after:ease-out starting:after:scale-x-0';

type Copying = 'idle' | 'copied' | 'refused';

/**
 * An address on Solana, shortened; a press shows the whole one and offers to copy it. The rule under it says how far
 * it is trusted, a single one for a connected wallet and a double one for a proven one. Say the same in words beside it.
 * `isFresh` draws the second rule, once.
 */
export function Address(props: { address: string; isProven?: boolean; isFresh?: boolean }) {
  const { address, isProven = false, isFresh = false } = props;
  const [isWhole, setIsWhole] = useState(false);
  const [copying, setCopying] = useState<Copying>('idle');
  const whole = useRef<HTMLElement>(null);
  const wholeId = useId();

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setCopying('copied');
    } catch {
      // Copying is not allowed here. Selected, the address is one key press or one tap from being copied.
      if (whole.current) getSelection()?.selectAllChildren(whole.current);
      setCopying('refused');
    }
  };

  return (
    <div>
      <button
        type="button"
        aria-expanded={isWhole}
        aria-controls={wholeId}
        aria-label={`${shortenAddress(address)}, whole address`}
        className="-my-2 inline-flex min-h-11 items-center font-mono text-[14px] leading-5"
        onClick={() => {
          setIsWhole(!isWhole);
          setCopying('idle');
        }}
      >
        {/* By its key it is a new element, as a rule that is to be drawn has to be. */}
        <span
          key={String(isFresh)}
          className={isProven ? `${doubleRule} ${isFresh ? drawnOnce : ''}` : 'ruled'}
        >
          <span className="text-ink">{shortenAddress(address)}</span>
        </span>
      </button>
      <div id={wholeId} hidden={!isWhole} className="py-1">
        <code ref={whole} className="block font-mono text-small break-all">
          {address}
        </code>
        <button
          type="button"
          className="-mb-2 inline-flex min-h-11 items-center text-small font-semibold underline underline-offset-2"
          onClick={copy}
        >
          Copy address
        </button>
        <span role="status" className="ml-3 text-small text-muted">
          {copying === 'copied' ? 'Copied' : copying === 'refused' ? 'Selected. Copy it from here.' : ''}
        </span>
      </div>
    </div>
  );
}
