import { Suspense } from 'react';
import { ProviderForm } from '@/components/provider-form';
import { Provider, providerNames } from '@/lib/flow/providers';
import { readEnabledSignInMethods } from '@/lib/supabase/settings';
import { MethodLabel, usedLast } from './method-label';
import { startOAuthAction } from './sign-in/actions';

type ProviderFormsProps = {
  verb: string;
  /** Those that the project has switched on, by Supabase's names; null while that isn't known. */
  enabled: readonly string[] | null;
  /** What this browser used last. It comes first and says so. */
  last?: string;
};

/** A button for each provider. For a server that has just started and a backend that hasn't answered it yet, nothing else waits for them. */
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
