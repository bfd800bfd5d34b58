import { StyleProvider } from '@ant-design/cssinjs';
import { type ReactNode } from 'react';

/**
 * Keeps antd's style sheets out of a test: jsdom would match each of their thousands of rules against each
 * element that a role is asked of. What antd hides by a class stays hidden.
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
