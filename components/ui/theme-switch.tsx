'use client';

import { useSyncExternalStore } from 'react';
import { setScriptCookie } from '@/lib/set-script-cookie';
import { type Theme, themeCookie, themes } from '@/lib/theme';

const yearInSeconds = 365 * 24 * 60 * 60;
const labels: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

function chooseTheme(theme: Theme): void {
  setScriptCookie(themeCookie, theme, theme === 'system' ? 0 : yearInSeconds);
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function followTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** Follows the system until someone chooses. Without JavaScript there is nothing to choose with, so it isn't shown. */
export function ThemeSwitch() {
  const current = useSyncExternalStore<Theme | null>(
    followTheme,
    () => (document.documentElement.dataset.theme as Theme | undefined) ?? 'system',
    () => null,
  );
  if (!current) return <div className="h-11" />;
  return (
    <fieldset className="flex h-11 items-center gap-1 text-small text-muted">
      <legend className="sr-only">Theme</legend>
      {themes.map((theme) => (
        <label
          key={theme}
          className="flex min-h-11 min-w-11 cursor-pointer items-center justify-center rounded-control px-2 has-checked:text-ink has-checked:underline has-checked:underline-offset-4 has-focus-visible:outline-2 has-focus-visible:outline-link"
        >
          <input
            type="radio"
            name="theme"
            value={theme}
            checked={current === theme}
            onChange={() => chooseTheme(theme)}
            className="sr-only"
          />
          {labels[theme]}
        </label>
      ))}
    </fieldset>
  );
}
