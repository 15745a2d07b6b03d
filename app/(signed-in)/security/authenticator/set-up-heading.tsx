'use client';

import { useEffect, useRef } from 'react';

/** Takes the focus: the picture appears without a page load, which screen readers wouldn't announce. */
export function SetUpHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className="outline-none">
      Scan this QR code with your authenticator app
    </h2>
  );
}
