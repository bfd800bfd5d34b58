import AntTooltip, { type TooltipProps } from 'antd/es/tooltip';
import { useState } from 'react';
import styles from './tooltip.module.css';

/**
 * A tooltip that opens after 700 ms (specification, section 9), or at once on keyboard focus. antd's own focus
 * trigger would also open it on every click; what is pressed needs none until the pointer comes again. Escape closes
 * it without moving the focus (WCAG 2.2, 1.4.13).
 */
export function Tooltip({ title, children, ...props }: Omit<TooltipProps, 'open' | 'onOpenChange'>) {
  const [isHovered, setHovered] = useState(false);
  const [isPressed, setPressed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  return (
    <span
      className={styles['listener']}
      onFocus={({ target }) => setFocused(target.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
      onPointerDown={() => setPressed(true)}
      onPointerLeave={() => setPressed(false)}
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return;
        setHovered(false);
        setFocused(false);
      }}
    >
      <AntTooltip
        mouseEnterDelay={0.7}
        title={title}
        open={Boolean(title) && ((isHovered && !isPressed) || isFocused)}
        onOpenChange={setHovered}
        {...props}
      >
        {children}
      </AntTooltip>
    </span>
  );
}
