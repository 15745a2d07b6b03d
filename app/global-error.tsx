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
