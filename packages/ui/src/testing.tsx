import { createCache, StyleProvider } from '@ant-design/cssinjs';
import { type ReactNode } from 'react';

const styles = createCache();
const update = styles.opUpdate.bind(styles);
// Keeps what the components of the last test have computed.
styles.opUpdate = (path, change) => update(path, (before) => change(before) ?? before);

/**
 * Leaves out antd's style sheets in tests, because jsdom matches thousands of rules for every query by role. Elements
 * that antd hides by class are therefore still hidden.
 */
export function WithoutStyles({ children }: { children: ReactNode }) {
  return (
    <StyleProvider mock="server" cache={styles}>
      <style>
        {'.ant-dropdown-hidden, .ant-select-dropdown-hidden, .ant-tooltip-hidden { display: none }'}
      </style>
      {children}
    </StyleProvider>
  );
}
