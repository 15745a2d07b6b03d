'use client';

import { useEffect, useState } from 'react';
import { setScriptCookie } from '@/lib/set-script-cookie';
import { type Theme, themeCookie } from '@/lib/theme';

const yearInSeconds = 365 * 24 * 60 * 60;
const labels: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

function chooseTheme(theme: Theme): void {
  setScriptCookie(themeCookie, theme, theme === 'system' ? 0 : yearInSeconds);
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Follows the system until the user chooses a theme. Hidden without JavaScript. */
export function ThemeSwitch() {
  const [current, setCurrent] = useState<Theme>();
  useEffect(() => {
    const root = document.documentElement;
    const follow = () => setCurrent((root.dataset.theme as Theme | undefined) ?? 'system');
    follow();
    // A navigation may re-render the root with a theme chosen in another tab.
    const observer = new MutationObserver(follow);
    observer.observe(root, { attributeFilter: ['data-theme'] });
    return () => observer.disconnect();
  }, []);
  if (!current) return <div className="h-11" />;
  return (
    <fieldset className="-mx-2 flex h-11 items-center gap-0.5">
      <legend className="sr-only">Theme</legend>
      {(Object.keys(labels) as Theme[]).map((theme) => (
        <label key={theme} className="theme-choice">
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
