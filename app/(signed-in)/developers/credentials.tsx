'use client';

import { useEffect, useRef } from 'react';
import { CopyButton } from '@/components/copy-button';
import type { IdTokenAlgorithm } from '@/lib/apps/check-registration';

/** A value that goes into the settings of an app, whole, with a button that copies it. */
export function Credential({ label, value }: { label: string; value: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4">
      <p className="col-span-2 text-small font-medium">{label}</p>
      <code className="font-mono text-small break-all select-all">{value}</code>
      <CopyButton label="Copy" what={`the ${label.toLowerCase()}`} text={value} />
    </div>
  );
}

/** Where a library finds everything else, and what to ask for. */
export function Endpoints({ issuer, algorithm }: { issuer: string; algorithm: IdTokenAlgorithm }) {
  return (
    <>
      <Credential label="Issuer" value={issuer} />
      <Credential label="Discovery" value={`${issuer}/.well-known/openid-configuration`} />
      <p className="text-muted">
        Most libraries need these and the scope <code className="font-mono text-small">openid wallets</code>.
      </p>
      <TokenAlgorithm algorithm={algorithm} />
    </>
  );
}

/** Libraries that are told nothing expect the first of the two, and refuse the other. */
export function TokenAlgorithm({ algorithm }: { algorithm: IdTokenAlgorithm }) {
  return (
    <p className="text-muted">
      ID tokens: {algorithm}.{' '}
      {algorithm === 'RS256' ? null : (
        <>
          Set it in your library: the setting is{' '}
          <code className="font-mono text-small [overflow-wrap:anywhere]">id_token_signed_response_alg</code>{' '}
          or named like it.
        </>
      )}
    </p>
  );
}

/** A secret, the only time that it is shown. */
export function NewSecret({ secret, title }: { secret: string; title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-3 rounded-control border border-hairline bg-sunken px-3.5 py-3">
      <h2 ref={heading} tabIndex={-1} className="outline-none">
        {title}
      </h2>
      <Credential label="Client secret" value={secret} />
      <p className="text-warning">
        We show it once and don't keep it. Store it in your server's settings, never in code or in an app that
        people install.
      </p>
    </div>
  );
}
