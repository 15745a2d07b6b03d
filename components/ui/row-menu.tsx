'use client';

import { useRef, useState } from 'react';
import type { RowChoice } from './menu';
import { MoreButton } from './more-button';
import { PartUnloaded } from './part-unloaded';
import { useLazyPart } from './use-lazy-part';

type RowMenuProps = {
  name: string;
  /** A choice that removes the row's object must be last. */
  choices: RowChoice[];
};

/** The `⋯` menu of a row. Each choice opens a dialog with a form. Without scripts, the forms are on the page. */
export function RowMenu({ name, choices }: RowMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { Part, loading, load } = useLazyPart(async () => (await import('./menu')).RowChoices);
  return (
    <>
      <MoreButton
        ref={opener}
        name={name}
        isOpen={isOpen}
        aria-busy={isOpen && loading === 'slow'}
        onClick={() => {
          load();
          setIsOpen(!isOpen || !Part);
        }}
      />
      {Part ? (
        <Part
          name={name}
          choices={choices}
          opener={isOpen ? opener.current : null}
          close={() => setIsOpen(false)}
        />
      ) : null}
      {isOpen && loading === 'failed' ? <PartUnloaded /> : null}
      <noscript>
        {choices.map(({ label, form }) => (
          <div key={label} className="mt-3">
            {form}
          </div>
        ))}
      </noscript>
    </>
  );
}
