'use client';

import { type ReactNode, useState } from 'react';

/**
 * Keeps what stands around a middle, which may be nothing, in the order that the page began with. What the server knows of the ways to sign in may change while
 * somebody uses one, and an action may draw the page anew: no button moves then, and none is made anew.
 */
export function InOrder({ isReversed, children }: { isReversed: boolean; children: ReactNode[] }) {
  const [beganReversed] = useState(isReversed);
  const [one, two, three] = children;
  return (
    <>
      {beganReversed ? three : one}
      {two}
      {beganReversed ? one : three}
    </>
  );
}
