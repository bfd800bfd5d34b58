import ConfigProvider from 'antd/es/config-provider';
import { type ReactNode, useSyncExternalStore } from 'react';
import { type Mode } from '../palette.ts';
import { themes } from '../theme.ts';

const stillness = '(prefers-reduced-motion: reduce)';

function watchStillness(changed: () => void) {
  const query = window.matchMedia(stillness);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Popups render inside their dialog or screen, where screen readers expect them. */
const besideTrigger = (trigger?: HTMLElement) =>
  trigger?.closest<HTMLElement>('.ant-modal-container, main') ?? document.body;

/** Applies the product's theme to antd. Disables motion for users who prefer reduced motion. */
export function ThemeProvider({ mode, children }: { mode: Mode; children: ReactNode }) {
  const still = useSyncExternalStore(watchStillness, () => window.matchMedia(stillness).matches);
  const theme = themes[mode];
  return (
    <ConfigProvider
      theme={still ? { ...theme, token: { ...theme.token, motion: false } } : theme}
      button={{ autoInsertSpace: false }}
      getPopupContainer={besideTrigger}
    >
      {children}
    </ConfigProvider>
  );
}
