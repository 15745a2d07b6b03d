import { useRef, useState } from 'react';
import { buttonClasses } from '@/components/ui/button';
import { MoreButton } from '@/components/ui/more-button';
import { useLazyPart } from '@/components/ui/use-lazy-part';
import { ListFailed } from './list-failed';
import type { WalletMenuProps } from './wallet-menu';

/** The menu of a wallet's row, loaded in idle time or on a press. @returns its button, and the content below the row. */
export function useRowMenu(props: Omit<WalletMenuProps, 'opener' | 'close'>) {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { Part, loading, load } = useLazyPart(async () => (await import('./wallet-menu')).WalletMenu);
  const close = () => setIsOpen(false);
  const button = (
    <>
      {props.managed ? (
        <a
          href={`/wallets/manage?address=${props.address}`}
          className={buttonClasses('secondary', 'hidden no-js:inline-flex')}
        >
          Manage<span className="sr-only">{` ${props.name}`}</span>
        </a>
      ) : null}
      <MoreButton
        ref={opener}
        name={props.name}
        isOpen={isOpen}
        aria-busy={isOpen && loading === 'slow'}
        onClick={() => {
          load();
          setIsOpen(!isOpen || !Part);
        }}
      />
    </>
  );
  const below = (
    <>
      {Part ? <Part {...props} opener={isOpen ? opener.current : null} close={close} /> : null}
      {isOpen && loading === 'failed' ? <ListFailed /> : null}
    </>
  );
  return { button, below, load, opener };
}
