import { Fragment, useId } from 'react';
import { buttonClasses } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Lines } from '@/components/ui/icon';

export type EnvValues = {
  issuer: string;
  clientId: string;
  isConfidential: boolean;
  redirectUri: string;
  signOutUri: string | undefined;
};

/** Shows the secret right after it was made, and a placeholder later. */
export function EnvBlock({ values, secret }: { values: EnvValues; secret?: string | undefined }) {
  const id = useId();
  const { issuer, clientId, isConfidential, redirectUri, signOutUri } = values;
  const lines = {
    ISSUER: issuer,
    CLIENT_ID: clientId,
    ...(isConfidential && { CLIENT_SECRET: secret ?? 'cs_…' }),
    REDIRECT_URI: redirectUri,
    ...(signOutUri && { POST_LOGOUT_REDIRECT_URI: signOutUri }),
  };
  return (
    <div className={codeBox}>
      <div className="flex min-h-11 items-center justify-between border-b border-hairline pr-1.5 pl-4">
        <code className="font-mono text-small">.env</code>
        <CopyButton label="Copy" what=".env" hasIcon textOf={id} />
      </div>
      <Code id={id} name={secret ? '.env with the secret' : '.env'}>
        {Object.entries(lines).map(([name, value]) => (
          <Fragment key={name}>
            <span className="text-muted">{`${name}=`}</span>
            {`${value}\n`}
          </Fragment>
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

export function ContinueLink({ clientId, hasSecret }: { clientId: string; hasSecret: boolean }) {
  return (
    <p>
      <a href={`/developers/${clientId}`} className={buttonClasses('primary')}>
        {hasSecret ? "I've saved it" : "See your app's settings"}
      </a>
    </p>
  );
}
