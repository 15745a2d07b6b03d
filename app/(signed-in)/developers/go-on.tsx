import { buttonClasses } from '@/components/ui/button';

/** Links from the registration to the app's page, which has its settings, but not the secret. */
export function GoOn({ clientId, hasSecret }: { clientId: string; hasSecret: boolean }) {
  return (
    <p>
      <a href={`/developers/${clientId}`} className={buttonClasses('primary')}>
        {hasSecret ? "I've saved it" : "See your app's settings"}
      </a>
    </p>
  );
}
