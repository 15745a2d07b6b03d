import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Button } from './button';
import { useIsland } from './use-island';

type IslandButtonProps<Props> = {
  label: ReactNode;
  variant?: 'primary' | 'secondary' | undefined;
  className?: string | undefined;
  children?: ReactNode;
  tag?: ReactNode;
  note?: string | undefined;
  fetchIsland: () => Promise<ComponentType<Props & { presses: number }>>;
  islandProps?: Props;
  /** When scripts run. `signal` aborts once the button goes. @returns false where there is nothing to press in this browser. */
  begin: (
    island: Pick<ReturnType<typeof useIsland>, 'press' | 'drawAhead'> & { signal: AbortSignal },
  ) => boolean;
  /** Says that the code didn't arrive. */
  whenFailed: ReactNode;
};

/** Opens a dialog whose code is fetched when it is pressed, or just before. Drawn once scripts run. */
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
  const { Island, loading, presses, press, prefetch, drawAhead } = useIsland(fetchIsland);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when scripts run.
  useEffect(() => {
    const here = new AbortController();
    setLook(begin({ press, drawAhead, signal: here.signal }) ? '' : 'hidden');
    return () => here.abort();
  }, []);

  return (
    <div className={`relative grid gap-2 ${look} [@media(scripting:none)]:hidden`}>
      {children}
      <Button
        variant={variant}
        className={className}
        aria-haspopup="dialog"
        aria-busy={loading === 'slow'}
        onClick={press}
        onPointerEnter={prefetch}
        onFocus={prefetch}
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
