import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Button } from './button';
import { useLazyPart } from './use-lazy-part';

type IslandButtonProps<Props> = {
  label: ReactNode;
  variant?: 'primary' | 'secondary' | undefined;
  className?: string | undefined;
  children?: ReactNode;
  tag?: ReactNode;
  note?: string | undefined;
  fetchIsland: () => Promise<ComponentType<Props & { presses: number }>>;
  islandProps?: Props;
  /** Runs on hydration. `signal` aborts on unmount. @returns false to hide the button in this browser. */
  begin: (
    island: Pick<ReturnType<typeof useLazyPart>, 'press' | 'drawAhead'> & { signal: AbortSignal },
  ) => boolean;
  whenFailed: ReactNode;
};

/** Opens a dialog whose code loads when the page is idle, or on a press. Invisible until hydration. */
export function IslandButton<Props>({
  label,
  variant,
  className = 'w-full',
  children,
  tag,
  note,
  fetchIsland,
  islandProps,
  begin,
  whenFailed,
}: IslandButtonProps<Props>) {
  const [look, setLook] = useState('invisible');
  const { Part: Island, loading, presses, press, drawAhead } = useLazyPart(fetchIsland);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when scripts run.
  useEffect(() => {
    const here = new AbortController();
    setLook(begin({ press, drawAhead, signal: here.signal }) ? '' : 'hidden');
    return () => here.abort();
  }, []);

  return (
    <div className={`relative grid gap-2 ${look} no-js:hidden`}>
      {children}
      <Button
        variant={variant}
        className={className}
        aria-haspopup="dialog"
        aria-busy={loading === 'slow'}
        onClick={press}
      >
        {loading === 'slow' ? 'Opening…' : label}
      </Button>
      {tag}
      {note ? <p className="text-center text-small text-muted">{note}</p> : null}
      {Island ? <Island presses={presses} {...(islandProps as Props)} /> : null}
      {loading === 'failed' ? whenFailed : null}
    </div>
  );
}
