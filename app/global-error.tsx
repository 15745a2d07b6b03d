'use client';

import { unexpectedError } from '@/lib/errors/unexpected';

/** The last resort. A file that did not arrive is asked for again only when the whole page is loaded again. */
export default function GlobalError() {
  const { title, hint } = unexpectedError;
  return (
    <html lang="en">
      <head>
        {/* Without a precedence, for which React would wait. */}
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
