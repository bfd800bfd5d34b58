import { type Mode } from '@mainstay/ui/base';
import { keepItem } from '@mainstay/web-kit';
import { useCallback, useEffect, useSyncExternalStore } from 'react';

const changed = 'mainstay:theme';

/** The current mode, as start.js or `apply` last set it on the root element. */
function currentTheme(): Mode {
  return document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark';
}

function apply(mode: Mode) {
  document.documentElement.dataset['theme'] = mode;
  window.dispatchEvent(new Event(changed));
}

function subscribe(listener: () => void) {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === 'theme') apply(event.newValue === 'light' ? 'light' : 'dark');
  };
  window.addEventListener(changed, listener);
  window.addEventListener('storage', fromOtherTab);
  return () => {
    window.removeEventListener(changed, listener);
    window.removeEventListener('storage', fromOtherTab);
  };
}

/** The current mode and a function that toggles and remembers it. */
export function useTheme(): [Mode, () => void] {
  const mode = useSyncExternalStore(subscribe, currentTheme);
  // The browser's own bars, above all those of the installed app.
  useEffect(() => {
    const canvas = getComputedStyle(document.documentElement).getPropertyValue('--ms-canvas');
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas);
  }, [mode]);
  const toggle = useCallback(() => {
    const chosen = mode === 'dark' ? 'light' : 'dark';
    keepItem('localStorage', 'theme', chosen);
    apply(chosen);
  }, [mode]);
  return [mode, toggle];
}
