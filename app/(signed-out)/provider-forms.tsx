import { Suspense } from 'react';
import { ProviderForm } from '@/components/sign-in/provider-form';
import { Lines } from '@/components/ui/icon';
import { Provider, providerNames } from '@/lib/session/sign-in-method';
import { readEnabledSignInMethods } from '@/lib/supabase/settings';
import { startOAuthAction } from './sign-in/actions';

type ProviderFormsProps = {
  verb: string;
  /** The providers enabled in the project, by Supabase's names; null while unknown. */
  enabled: readonly string[] | null;
  /** The method this browser used last. It comes first, with a tag. */
  last?: string;
};

/** Renders these buttons later if the server has just started and the backend hasn't answered, without delaying the others. */
export function ProviderForms({ enabled, ...props }: ProviderFormsProps) {
  if (enabled) return <Known enabled={enabled} {...props} />;
  return (
    <Suspense>
      <Late {...props} />
    </Suspense>
  );
}

async function Late(props: Omit<ProviderFormsProps, 'enabled'>) {
  return <Known enabled={await readEnabledSignInMethods()} {...props} />;
}

function Known({ verb, enabled, last }: ProviderFormsProps & { enabled: readonly string[] }) {
  return Provider.options
    .filter((provider) => enabled.includes(provider))
    .sort((one, other) => Number(other === last) - Number(one === last))
    .map((provider) => (
      <ProviderForm
        key={provider}
        provider={provider}
        label={
          <MethodLabel
            method={provider}
            words={`${verb} with ${providerNames[provider]}`}
            isLast={provider === last}
          />
        }
        action={startOAuthAction}
        {...(provider === last && usedLast)}
      />
    ));
}

type Method = 'passkey' | 'wallet' | Provider;

const passkey =
  'M3.25 4.75a2.75 2.75 0 1 0 5.5 0 2.75 2.75 0 1 0-5.5 0M1.5 13.75C2 11 4 9.5 6 9.5q1 0 2 .5m2-1.5a2 2 0 1 0 4 0 2 2 0 1 0-4 0m2 2v4m0-1.8h1.5';

/** Filled icons, with the side of their square. */
const filled: Record<Exclude<Method, 'passkey'>, [number, string]> = {
  wallet: [16, 'M4 2.5h10.5L12 5H1.5zm-2.5 4H12L14.5 9H4zm2.5 4h10.5L12 13H1.5z'],
  github: [
    16,
    'M8 0C3.58 0 0 3.58 0 8c0 3.54 2.29 6.53 5.47 7.59.4.07.55-.17.55-.38 0-.19-.01-.82-.01-1.49-2.01.37-2.53-.49-2.69-.94-.09-.23-.48-.94-.82-1.13-.28-.15-.68-.52-.01-.53.63-.01 1.08.58 1.23.82.72 1.21 1.87.87 2.33.66.07-.52.28-.87.51-1.07-1.78-.2-3.64-.89-3.64-3.95 0-.87.31-1.59.82-2.15-.08-.2-.36-1.02.08-2.12 0 0 .67-.21 2.2.82.64-.18 1.32-.27 2-.27.68 0 1.36.09 2 .27 1.53-1.04 2.2-.82 2.2-.82.44 1.1.16 1.92.08 2.12.51.56.82 1.27.82 2.15 0 3.07-1.87 3.75-3.65 3.95.29.25.54.73.54 1.48 0 1.07-.01 1.93-.01 2.2 0 .21.15.46.55.38A8.013 8.013 0 0 0 16 8c0-4.42-3.58-8-8-8z',
  ],
  google: [
    24,
    'M12.48 10.92v3.28h7.84c-.24 1.84-.853 3.187-1.787 4.133-1.147 1.147-2.933 2.4-6.053 2.4-4.827 0-8.6-3.893-8.6-8.72s3.773-8.72 8.6-8.72c2.6 0 4.507 1.027 5.907 2.347l2.307-2.307C18.747 1.44 16.133 0 12.48 0 5.867 0 .307 5.387.307 12s5.56 12 12.173 12c3.573 0 6.267-1.173 8.373-3.36 2.16-2.16 2.84-5.213 2.84-7.667 0-.76-.053-1.467-.173-2.053z',
  ],
};

type MethodLabelProps = {
  method: Method;
  /** Such as "Sign in with a passkey". */
  words: string;
  /** Leaves room for the tag. */
  isLast?: boolean;
};

/** For the button of the method that this browser used last. The tag is outside the button, so its accessible name stays the same. */
export const usedLast = {
  variant: 'primary',
  tag: <span className="pointer-events-none absolute top-[13px] right-2.5 tag">Last used</span>,
} as const;

export function MethodLabel({ method, words, isLast = false }: MethodLabelProps) {
  return (
    <span className="method">
      {method === 'passkey' ? <Lines path={passkey} /> : <Filled method={method} />}
      {words}
      {isLast ? <span className="w-16" /> : null}
    </span>
  );
}

function Filled({ method }: { method: keyof typeof filled }) {
  const [side, path] = filled[method];
  return (
    <svg aria-hidden="true" width="16" height="16" viewBox={`0 0 ${side} ${side}`} fill="currentColor">
      <path d={path} />
    </svg>
  );
}
