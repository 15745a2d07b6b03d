import { buttonClasses } from '@/components/ui/button';

/** From an app that was just registered to the page that it has from now on, which has its settings too, but not the secret. */
export function GoOn({ clientId, hasSecret }: { clientId: string; hasSecret: boolean }) {
  return (
    <p>
      <a href={`/developers/${clientId}`} className={buttonClasses('primary')}>
        {hasSecret ? "I've saved it" : "See your app's settings"}
      </a>
    </p>
  );
}
