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

/** Follows the system until someone chooses. Hidden without JavaScript. */
export function ThemeSwitch() {
  const current = useSyncExternalStore<Theme | null>(
    followTheme,
    () => (document.documentElement.dataset.theme as Theme | undefined) ?? 'system',
    () => null,
  );
  if (!current) return <div className="h-11" />;
  return (
    <fieldset className="-mx-2 flex h-11 items-center gap-0.5">
      <legend className="sr-only">Theme</legend>
      {themes.map((theme) => (
        <label
          key={theme}
          className="flex min-h-7 cursor-pointer items-center justify-center rounded-tag px-2 hover:text-ink has-checked:bg-sunken has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link max-wide:min-h-11 pointer-coarse:min-h-11"
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
