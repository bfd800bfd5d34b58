import type AntAlert from 'antd/es/alert';
import { type ComponentProps } from 'react';
import { pressed } from '../pressed.ts';

/** antd's Alert. */
export function Alert(alert: ComponentProps<typeof AntAlert>) {
  const parts = pressed.useNeeded(true);
  return parts ? <parts.Alert {...alert} /> : null;
}
