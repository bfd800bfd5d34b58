import { Button, MoreOutlined } from '@mainstay/ui/base';
import { Dropdown } from '@mainstay/ui/core';
import { type ReactNode, useRef } from 'react';
import { more } from './menu-strings.ts';

/** What can be done with a thing. */
export interface MenuAction {
  name: string;
  onClick: () => void;
  icon?: ReactNode;
  isDisabled?: boolean;
  danger?: boolean;
}

/**
 * A button that opens a menu; nothing without actions.
 * @param about the id of the name of the thing, where several menus are visible
 */
export function ActionsMenu({ actions, about }: { actions: readonly MenuAction[]; about?: string }) {
  const button = useRef<HTMLButtonElement>(null);
  if (actions.length === 0) return null;
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      // To which a dialog returns the focus.
      onOpenChange={(isOpen) => {
        if (!isOpen) button.current?.focus();
      }}
      menu={{
        items: actions.map(({ name, onClick, icon, isDisabled = false, danger = false }) => ({
          key: name,
          label: name,
          icon,
          danger,
          disabled: isDisabled,
          onClick: ({ domEvent }) => {
            // The same Enter would also press a button of the dialog, which has the focus by then.
            domEvent.preventDefault();
            onClick();
          },
        })),
      }}
    >
      <Button
        ref={button}
        type="text"
        icon={<MoreOutlined />}
        aria-label={more}
        aria-describedby={about}
        aria-haspopup="menu"
      />
    </Dropdown>
  );
}
