import { useId } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { Lines } from '@/components/ui/icon';

export type EnvValues = {
  issuer: string;
  clientId: string;
  isConfidential: boolean;
  /** The lines for each library. The style sheet shows the lines of the chosen tab. */
  libraries: { id: string; env: string }[];
};

/** Shows a part for its tab, in an ancestor `group/tabs`. The style sheet alone switches tabs, so that they work before scripts load, and without scripts. */
export const chosen: Record<string, string> = {
  nextjs: 'hidden group-has-[[value=nextjs]:checked]/tabs:block',
  express: 'hidden group-has-[[value=express]:checked]/tabs:block',
  hono: 'hidden group-has-[[value=hono]:checked]/tabs:block',
  sveltekit: 'hidden group-has-[[value=sveltekit]:checked]/tabs:block',
  'openid-client': 'hidden group-has-[[value=openid-client]:checked]/tabs:block',
  authjs: 'hidden group-has-[[value=authjs]:checked]/tabs:block',
  'better-auth': 'hidden group-has-[[value=better-auth]:checked]/tabs:block',
  python: 'hidden group-has-[[value=python]:checked]/tabs:block',
  supabase: 'hidden group-has-[[value=supabase]:checked]/tabs:block',
  browser: 'hidden group-has-[[value=browser]:checked]/tabs:block',
  device: 'hidden group-has-[[value=device]:checked]/tabs:block',
};

/** Shows the secret right after it was made, and a placeholder later. */
export function EnvBlock({ values, secret }: { values: EnvValues; secret?: string | undefined }) {
  const id = useId();
  const { issuer, clientId, isConfidential, libraries } = values;
  const common = `ISSUER=${issuer}\nCLIENT_ID=${clientId}`;
  return (
    <div className={codeBox}>
      <div className="flex min-h-11 items-center justify-between border-b border-hairline pr-1.5 pl-4">
        <code className="font-mono text-small">.env</code>
        <CopyButton label="Copy" what=".env" hasIcon textOf={id} />
      </div>
      <Code id={id} name={secret ? '.env with the secret' : '.env'}>
        <Variables lines={isConfidential ? `${common}\nCLIENT_SECRET=${secret ?? 'cs_…'}` : common} />
        {libraries.map(({ id: library, env }) => (
          <span key={library} className={chosen[library]}>
            <Variables lines={env.trimEnd()} />
          </span>
        ))}
      </Code>
      {isConfidential ? (
        <p
          className={`flex items-center gap-2 border-t border-hairline px-4 py-2.5 text-small ${secret ? 'bg-warning-wash text-warning' : 'text-muted'}`}
        >
          <Lines path="M8.25 10.75a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM7.5 8.5l6-6M11.25 4.75 13 6.5" />
          {secret
            ? "We show the secret only once. Store it in your server's settings, never in code."
            : 'The secret was shown once. If you lost it, make a new one under Advanced.'}
        </p>
      ) : null}
    </div>
  );
}

function Variables({ lines }: { lines: string }) {
  return lines.split(/(^\w+=|\n\w+=)/).map((part, place) =>
    // Every second part is a name.
    place % 2 ? (
      <span key={part} className="text-muted">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

export const codeBox =
  'overflow-hidden rounded-card border border-hairline bg-sunken [&_button:hover]:bg-surface';

type CodeProps = { id: string; name: string; className?: string; children: React.ReactNode };

/** Code without line wraps, which a keyboard can scroll too. */
export function Code({ id, name, className = 'py-3.5', children }: CodeProps) {
  return (
    <section
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the focus.
      tabIndex={0}
      className={`scrolls-on px-4 focus-visible:-outline-offset-2 ${className}`}
    >
      <pre id={id} className="font-mono text-small leading-5">
        {children}
      </pre>
    </section>
  );
}
