import { buttonClasses } from '@/components/ui/button';

export function ContinueLink({ clientId, hasSecret }: { clientId: string; hasSecret: boolean }) {
  return (
    <p>
      <a href={`/developers/${clientId}`} className={buttonClasses('primary')}>
        {hasSecret ? "I've saved it" : "See your app's settings"}
      </a>
    </p>
  );
}
