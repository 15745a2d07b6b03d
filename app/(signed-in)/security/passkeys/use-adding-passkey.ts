import { useEffect, useRef } from 'react';
import { addPasskeyHere, fetchCeremony } from '@/components/passkey/add-passkey-here';
import { useIdleFetch } from '@/components/ui/use-idle-fetch';
import { addPasskeyAction, startAddingPasskeyAction } from './actions';

export function useAddingPasskey(onStep: (step: 'asking' | 'waiting' | 'saving') => void) {
  const running = useRef<AbortController>(undefined);
  useIdleFetch(fetchCeremony);
  // The page is gone, so the browser's dialog must close.
  useEffect(() => () => running.current?.abort(), []);
  const add = async () => {
    if (running.current?.signal.aborted === false) return null;
    const controller = new AbortController();
    running.current = controller;
    onStep('asking');
    const adding = await addPasskeyHere(
      { start: startAddingPasskeyAction, add: addPasskeyAction },
      { signal: controller.signal, onStep: (step) => running.current === controller && onStep(step) },
    );
    if (running.current !== controller) return null;
    running.current = undefined;
    if (adding.status === 'cancelled') return null;
    // If the device was faster than Cancel, the passkey is added anyway.
    return controller.signal.aborted && adding.status !== 'added' ? null : adding;
  };
  return { add, cancel: () => running.current?.abort() };
}
