import { Button, MoreOutlined } from '@mainstay/ui/base';
import { Dropdown } from '@mainstay/ui/core';
import { useRef } from 'react';
import styles from './detail-dialog.module.css';
import { formStrings } from './form-strings.ts';

export interface MenuAction {
  name: string;
  onClick: () => void;
  isDisabled?: boolean;
  danger?: boolean;
}

/** The menu of a DetailDialog, beside the button that closes; none without actions. */
export function DialogMenu({ actions }: { actions: readonly MenuAction[] }) {
  const more = useRef<HTMLButtonElement>(null);
  if (actions.length === 0) return null;
  return (
    <div className={styles.menu}>
      <Dropdown
        trigger={['click']}
        autoFocus
        // To which a dialog returns the focus.
        onOpenChange={(isOpen) => {
          if (!isOpen) more.current?.focus();
        }}
        menu={{
          items: actions.map(({ name, onClick, isDisabled = false, danger = false }) => ({
            key: name,
            label: name,
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
          ref={more}
          type="text"
          icon={<MoreOutlined />}
          aria-label={formStrings.more}
          aria-haspopup="menu"
        />
      </Dropdown>
    </div>
  );
}
