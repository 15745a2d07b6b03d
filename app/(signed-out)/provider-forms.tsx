import { Suspense } from 'react';
import { ProviderForm } from '@/components/provider-form';
import { Provider, providerNames } from '@/lib/flow/providers';
import { readEnabledSignInMethods } from '@/lib/supabase/settings';
import { MethodLabel, usedLast } from './method-label';
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
