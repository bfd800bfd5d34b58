import { type Mode } from '@mainstay/ui/base';
import { useCallback, useSyncExternalStore } from 'react';

const changed = 'mainstay:theme';

/** The mode in force: what start.js or `chooseTheme` last wrote on the root element. */
export function currentTheme(): Mode {
  return document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark';
}

function apply(mode: Mode) {
  document.documentElement.dataset['theme'] = mode;
  window.dispatchEvent(new Event(changed));
}

/** Switches to `mode` now and for later visits. */
export function chooseTheme(mode: Mode) {
  try {
    localStorage.setItem('theme', mode);
  } catch {
    // The choice holds for this page.
  }
  apply(mode);
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

/** The mode in force and a function that switches to the other one. */
export function useTheme(): [Mode, () => void] {
  const mode = useSyncExternalStore(subscribe, currentTheme);
  const toggle = useCallback(() => chooseTheme(mode === 'dark' ? 'light' : 'dark'), [mode]);
  return [mode, toggle];
}
