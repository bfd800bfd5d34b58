import { type DropdownProps } from 'antd/es/dropdown';
import { cloneElement, isValidElement, type MouseEvent, useState } from 'react';
import { pressed } from '../pressed.ts';

interface Trigger {
  className?: string | undefined;
  onClick?: (event: MouseEvent) => void;
}

/** antd's Dropdown, whose code is loaded at the first press if the page has not done so yet. */
export function Dropdown({ children, open, onOpenChange, ...dropdown }: DropdownProps) {
  const [isOpen, setOpen] = useState(false);
  const [isLate] = useState(() => Boolean(dropdown.trigger?.includes('click')) && !pressed.isLoaded());
  const change: typeof onOpenChange = (next, info) => {
    setOpen(next);
    onOpenChange?.(next, info);
  };
  const isShown = open ?? isOpen;
  pressed.usePressed(isShown, () => change(false, { source: 'trigger' }));
  const parts = pressed.useNeeded(!isLate || isShown);
  if (parts) {
    return (
      <parts.Dropdown {...dropdown} open={isShown} onOpenChange={change}>
        {children}
      </parts.Dropdown>
    );
  }
  if (!isValidElement<Trigger>(children)) return children;
  return cloneElement(children, {
    className: ['ant-dropdown-trigger', children.props.className].filter(Boolean).join(' '),
    onClick: (event) => {
      children.props.onClick?.(event);
      change(true, { source: 'trigger' });
    },
  });
}
