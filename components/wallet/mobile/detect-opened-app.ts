import { detectionTimeoutInMilliseconds } from './time-limits';

/**
 * Calls back when no app has covered the page in time. Only in Firefox: in other browsers the protocol's package watches for
 * that itself, for 3 s, and in Firefox it would try to reach an app that isn't there for 30 s.
 */
export function detectOpenedApp(onNothingOpened: () => void): { stop: () => void } {
  if (!navigator.userAgent.includes('Firefox/')) return { stop: () => undefined };
  const stop = () => {
    clearTimeout(timer);
    window.removeEventListener('blur', stop);
    document.removeEventListener('visibilitychange', stop);
  };
  const timer = setTimeout(() => {
    stop();
    onNothingOpened();
  }, detectionTimeoutInMilliseconds);
  window.addEventListener('blur', stop);
  document.addEventListener('visibilitychange', stop);
  return { stop };
}
