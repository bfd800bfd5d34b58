import ConfigProvider from 'antd/es/config-provider';
import { type ReactNode, useSyncExternalStore } from 'react';
import { CSS_KEY } from '../antd/css-key.ts';

const stillness = '(prefers-reduced-motion: reduce)';

function watchStillness(changed: () => void) {
  const query = window.matchMedia(stillness);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Popups render inside their dialog or screen, where screen readers expect them. */
const besideTrigger = (trigger?: HTMLElement) =>
  trigger?.closest<HTMLElement>('.ant-modal-container, main') ?? document.body;

/** The build writes the styles (packages/ui/src/antd), and the attribute data-theme of the page chooses the colours. */
const theme = { hashed: false, zeroRuntime: true, cssVar: { key: CSS_KEY } };
const stillTheme = { ...theme, token: { motion: false } };

/** Applies the product's theme to antd. Disables motion for users who prefer reduced motion. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const still = useSyncExternalStore(watchStillness, () => window.matchMedia(stillness).matches);
  return (
    <ConfigProvider
      theme={still ? stillTheme : theme}
      button={{ autoInsertSpace: false }}
      getPopupContainer={besideTrigger}
    >
      {children}
    </ConfigProvider>
  );
}
