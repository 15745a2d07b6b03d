import { describeRedirectUri } from '@/lib/apps/redirect-uri';

/** The app's address, for a press: nobody is led there by itself. @param to an address that the app has registered */
export function BackLink({ to }: { to: string }) {
  return (
    <p>
      <a href={to} className="inline-flex min-h-11 items-center">
        <span>
          Go back to <bdi className="[overflow-wrap:anywhere]">{describeRedirectUri(to)}</bdi>
        </span>
      </a>
    </p>
  );
}
