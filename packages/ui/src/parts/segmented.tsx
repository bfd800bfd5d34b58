import { type SegmentedProps } from 'antd/es/segmented';
import { pressed } from '../pressed.ts';

/** antd's Segmented. */
export function Segmented<Value extends string | number>(segmented: SegmentedProps<Value>) {
  const parts = pressed.useNeeded(true);
  return parts ? <parts.Segmented<Value> {...segmented} /> : null;
}
