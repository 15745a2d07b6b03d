'use client';

import { unexpectedError } from '@/lib/errors/unexpected';

/** The last resort. A full reload, since only it requests a missing script file again. */
export default function GlobalError() {
  const { title, hint } = unexpectedError;
  return (
    <html lang="en">
      <head>
        {/* Without a precedence, which would make React wait for it. */}
        <link rel="stylesheet" href="/style/any" />
        <meta name="theme-color" content="#121413" media="(prefers-color-scheme: dark)" />
        <meta name="theme-color" content="#faf8f3" />
        <link rel="icon" href="/favicon.ico" />
      </head>
      <body>
        <main className="in-form grid gap-6 pt-16">
          <h1>{title}</h1>
          <p>{hint}</p>
          <button type="button" onClick={() => location.reload()} className="underline">
            Try again
          </button>
        </main>
      </body>
    </html>
  );
}
