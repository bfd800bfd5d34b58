import { Button, Flex, Tooltip } from '@mainstay/ui/base';
import { OnlineButton } from '@mainstay/web-kit';
import { ActionsMenu, type MenuAction } from '../actions-menu.tsx';
import styles from './list-table.module.css';

/** What can be done with a row. */
export interface RowAction extends Omit<MenuAction, 'isDisabled'> {
  /** It opens a dialog. What does not is done at once, which needs a connection. */
  isDialog?: boolean;
  /** Of what is on or off. */
  isPressed?: boolean;
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
      <ActionsMenu actions={inMenu} about={about} />
    </Flex>
  );
}
