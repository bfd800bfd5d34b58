import { ActionsMenu, type MenuAction } from './actions-menu.tsx';
import styles from './detail-dialog.module.css';

/** The menu of a DetailDialog, beside the button that closes; none without actions. */
export function DialogMenu({ actions }: { actions: readonly MenuAction[] }) {
  if (actions.length === 0) return null;
  return (
    <div className={styles.menu}>
      <ActionsMenu actions={actions} />
    </div>
  );
}
