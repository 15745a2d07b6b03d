import { describeRedirectUri } from '@/lib/apps/redirect-uri';

export function NextSteps({ isSignedIn }: { isSignedIn: boolean }) {
  const steps = isSignedIn
    ? { '/wallets': 'Go to your wallets', '/apps': 'Apps' }
    : { '/sign-in': 'Sign in' };
  return (
    <p className="mt-3 flex flex-wrap gap-x-6 border-t border-hairline pt-3">
      {Object.entries(steps).map(([path, name]) => (
        <a key={path} href={path} className="inline-flex min-h-control items-center">
          {name}
        </a>
      ))}
    </p>
  );
}

/** The app's URL as a link: no user is redirected there automatically. @param to a URL that the app has registered */
export function BackLink({ to }: { to: string }) {
  return (
    <p>
      <a href={to} className="inline-flex min-h-control items-center">
        <span>
          Go back to <bdi className="[overflow-wrap:anywhere]">{describeRedirectUri(to)}</bdi>
        </span>
      </a>
    </p>
  );
}
