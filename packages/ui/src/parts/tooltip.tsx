import { Tooltip as AntTooltip, type TooltipProps } from 'antd';

/** A tooltip that opens after 700 ms (specification, section 9). */
export function Tooltip(props: TooltipProps) {
  return <AntTooltip mouseEnterDelay={0.7} {...props} />;
}
