'use client';

import { useEffect, useRef } from 'react';

/** Takes the focus: the picture comes in the place of the form for its name without a new page, which would be silent. */
export function SetUpHeading({ name }: { name: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className="font-normal outline-none">
      Scan this with the app that you want to call <strong className="break-words">{name}</strong>.
    </h2>
  );
}
