import { Button, Flex, MoreOutlined, Tooltip } from '@mainstay/ui/base';
import { Dropdown } from '@mainstay/ui/core';
import { OnlineButton } from '@mainstay/web-kit';
import { type ReactNode, useRef } from 'react';
import styles from './list-table.module.css';
import { strings } from './strings.ts';

/** What can be done with a row. */
export interface RowAction {
  name: string;
  icon?: ReactNode;
  onClick: () => void;
  /** It opens a dialog. What does not is done at once, which needs a connection. */
  isDialog?: boolean;
  /** Of what is on or off. */
  isPressed?: boolean;
  danger?: boolean;
  /** It is in the row itself, where there is room. */
  isFrequent?: boolean;
  /** There, it is at a distance from the others: a slip would have consequences. */
  isApart?: boolean;
}

/**
 * The buttons of a row, by their icons, and a menu of the others.
 * @param isNarrow whether the row has no columns
 * @param about the id of the row's name
 */
export function RowActions({
  actions,
  isNarrow,
  about,
}: {
  actions: readonly RowAction[];
  isNarrow: boolean;
  about: string;
}) {
  const more = useRef<HTMLButtonElement>(null);
  const inRow = actions.filter(({ isFrequent }) => isFrequent && !isNarrow);
  const inMenu = actions.filter((action) => !inRow.includes(action));
  return (
    <Flex justify="end">
      {inRow.map(({ name, icon, onClick, isDialog, isPressed, isApart }) => {
        const Kind = isDialog ? Button : OnlineButton;
        return (
          <Tooltip key={name} title={name}>
            <Kind
              type="text"
              className={isApart ? styles.apart : undefined}
              icon={icon}
              aria-label={name}
              aria-describedby={about}
              aria-haspopup={isDialog && 'dialog'}
              aria-pressed={isPressed}
              onClick={onClick}
            />
          </Tooltip>
        );
      })}
      {inMenu.length > 0 ? (
        <Dropdown
          trigger={['click']}
          autoFocus
          onOpenChange={(isOpen) => {
            if (!isOpen) more.current?.focus();
          }}
          menu={{
            items: inMenu.map(({ name, icon, danger = false }) => ({ key: name, label: name, icon, danger })),
            onClick: ({ key, domEvent }) => {
              // The same Enter would also press a button of the dialog, which has the focus by then.
              domEvent.preventDefault();
              inMenu.find(({ name }) => name === key)?.onClick();
            },
          }}
        >
          <Button
            ref={more}
            type="text"
            icon={<MoreOutlined />}
            aria-label={strings.more}
            aria-describedby={about}
            aria-haspopup="menu"
          />
        </Dropdown>
      ) : null}
    </Flex>
  );
}
