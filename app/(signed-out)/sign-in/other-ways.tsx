import type { ReactNode } from 'react';
import { ProviderForm } from '@/components/provider-form';
import { Provider, providerNames } from '@/lib/auth/flow/providers';
import { startOAuthAction } from './actions';

/** What stands at the method that this browser used last. */
export const lastTime = 'You used this last time.';

type OtherWaysProps = {
  /** Those that the project has switched on, by Supabase's names. */
  enabled: readonly string[];
  /** What this browser used last. */
  last: string;
  /** Ways to sign in that are not a provider's. They come first. */
  children: ReactNode;
};

/** The ways to sign in besides the e-mail. The one used last comes first and says so. */
export function OtherWays({ enabled, last, children }: OtherWaysProps) {
  const providers = Provider.options
    .filter((provider) => enabled.includes(provider))
    .sort((one, other) => Number(other === last) - Number(one === last));
  return (
    <div className="grid gap-3">
      {children}
      {providers.map((provider) => (
        <ProviderForm
          key={provider}
          provider={provider}
          label={`Sign in with ${providerNames[provider]}`}
          action={startOAuthAction}
          note={provider === last ? lastTime : undefined}
        />
      ))}
    </div>
  );
}

/**
 * A hairline with "or" in it, between ways to sign in.
 * @param needsScripts whether everything that follows does: then it is not there without them.
 */
export function Or({ needsScripts }: { needsScripts: boolean }) {
  return (
    <p
      className={`${needsScripts ? '[@media(scripting:none)]:hidden ' : ''}flex items-center gap-3 text-small text-muted before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline`}
    >
      or
    </p>
  );
}
