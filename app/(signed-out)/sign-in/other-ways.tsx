import { type ReactNode, Suspense } from 'react';
import { ProviderForm } from '@/components/provider-form';
import { Provider, providerNames } from '@/lib/auth/flow/providers';
import { readEnabledWays } from '@/lib/supabase/settings';
import { startOAuthAction } from './actions';

/** What stands at the method that this browser used last. */
export const lastTime = 'You used this last time.';

type OtherWaysProps = {
  /** Those that the project has switched on, by Supabase's names; null while that isn't known. */
  enabled: readonly string[] | null;
  /** What this browser used last. */
  last: string;
  /** Ways to sign in that are not a provider's. They come first. */
  children: ReactNode;
};

/** The ways to sign in besides the e-mail. The one used last comes first and says so. */
export function OtherWays({ enabled, last, children }: OtherWaysProps) {
  return (
    <div className="grid gap-3">
      {children}
      {enabled ? (
        <Providers enabled={enabled} last={last} />
      ) : (
        <Suspense>
          <LateProviders last={last} />
        </Suspense>
      )}
    </div>
  );
}

/** For a server that has just started and a backend that hasn't answered it yet: nothing else waits for them. */
async function LateProviders({ last }: { last: string }) {
  return <Providers enabled={await readEnabledWays()} last={last} />;
}

function Providers({ enabled, last }: { enabled: readonly string[]; last: string }) {
  return Provider.options
    .filter((provider) => enabled.includes(provider))
    .sort((one, other) => Number(other === last) - Number(one === last))
    .map((provider) => (
      <ProviderForm
        key={provider}
        provider={provider}
        label={`Sign in with ${providerNames[provider]}`}
        action={startOAuthAction}
        note={provider === last ? lastTime : undefined}
      />
    ));
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
