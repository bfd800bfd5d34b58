import { StyleProvider } from '@ant-design/cssinjs';
import { type ReactNode } from 'react';

/**
 * Leaves out antd's style sheets in tests, because jsdom matches thousands of rules for every query by role. Elements
 * that antd hides by class are therefore still hidden.
 */
export function WithoutStyles({ children }: { children: ReactNode }) {
  return (
    <StyleProvider mock="server">
      <style>
        {'.ant-dropdown-hidden, .ant-select-dropdown-hidden, .ant-tooltip-hidden { display: none }'}
      </style>
      {children}
    </StyleProvider>
  );
}
