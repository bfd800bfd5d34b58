import { ConfigProvider } from 'antd';
import { type ReactNode, useSyncExternalStore } from 'react';
import { type Mode } from '../palette.ts';
import { themes } from '../theme.ts';

const stillness = '(prefers-reduced-motion: reduce)';

function watchStillness(changed: () => void) {
  const query = window.matchMedia(stillness);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Lists and menus open inside the dialog or the screen they belong to, where readers look for them. */
const besideTrigger = (trigger?: HTMLElement) =>
  trigger?.closest<HTMLElement>('.ant-modal-container, main') ?? document.body;

/** Gives every antd component below it our theme. Nothing moves for people who ask for reduced motion. */
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
