import IconContext from '@ant-design/icons/es/components/Context';
import { ConfigContext } from 'antd/es/config-provider/context';
import MotionWrapper from 'antd/es/config-provider/MotionWrapper';
import { defaultConfig, DesignTokenContext } from 'antd/es/theme/context';
import { type ReactNode, useSyncExternalStore } from 'react';
import { CSS_KEY } from '../antd/css-key.ts';
import { besideTrigger } from './beside-trigger.ts';

const stillness = '(prefers-reduced-motion: reduce)';

function watchStillness(changed: () => void) {
  const query = window.matchMedia(stillness);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** The build writes the styles (packages/ui/src/antd), and the attribute data-theme of the page chooses the colours. */
const theme = { ...defaultConfig, hashed: false, zeroRuntime: true, cssVar: { key: CSS_KEY } };
const stillTheme = { ...theme, token: { ...theme.token, motion: false } };

const config = {
  getPrefixCls: (part?: string, own?: string) => own ?? (part ? `ant-${part}` : 'ant'),
  iconPrefixCls: 'anticon',
  button: { autoInsertSpace: false },
  getPopupContainer: besideTrigger,
};
const icons = { prefixCls: config.iconPrefixCls, zeroRuntime: true };

/**
 * Applies the product's theme to antd. Disables motion for users who prefer reduced motion. antd's own ConfigProvider sets the same
 * contexts, and brings 70 KB of forms, languages and computed colours into the first files.
 */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const still = useSyncExternalStore(watchStillness, () => window.matchMedia(stillness).matches);
  return (
    <DesignTokenContext value={still ? stillTheme : theme}>
      <ConfigContext value={config}>
        <IconContext value={icons}>
          <MotionWrapper>{children}</MotionWrapper>
        </IconContext>
      </ConfigContext>
    </DesignTokenContext>
  );
}
