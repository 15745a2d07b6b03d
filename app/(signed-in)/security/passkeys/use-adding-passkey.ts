import { useEffect, useRef } from 'react';
import { addPasskeyHere } from '@/components/passkey/add-passkey-here';
import { addPasskeyAction, startAddingPasskeyAction } from './actions';

/** Adds a passkey by a press, one at a time, unless `cancel` takes it back. */
export function useAddingPasskey(tell: (step: 'asking' | 'waiting' | 'saving') => void) {
  const running = useRef<AbortController>(undefined);
  // The page is gone, so nobody can answer the browser's dialog.
  useEffect(() => () => running.current?.abort(), []);
  const add = async () => {
    if (running.current?.signal.aborted === false) return null;
    const controller = new AbortController();
    running.current = controller;
    tell('asking');
    const adding = await addPasskeyHere(
      { start: startAddingPasskeyAction, add: addPasskeyAction },
      { signal: controller.signal, tell: (step) => running.current === controller && tell(step) },
    );
    if (running.current !== controller) return null;
    running.current = undefined;
    if (adding.status === 'cancelled') return null;
    // The passkey is added all the same if the device was quicker than Cancel.
    return controller.signal.aborted && adding.status !== 'added' ? null : adding;
  };
  return { add, cancel: () => running.current?.abort() };
}
