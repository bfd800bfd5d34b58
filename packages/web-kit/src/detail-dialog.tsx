import { Alert, Modal } from '@mainstay/ui/core';
import { createContext, type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './detail-dialog.module.css';
import { formStrings } from './form-strings.ts';
import { useIsOffline } from './use-is-offline.ts';

type Foot = Record<'field' | 'actions', HTMLElement | null>;
const FootContext = createContext<Foot | undefined>(undefined);

interface DetailDialogProps {
  title: string;
  problem: string | undefined;
  isDesk?: boolean;
  hasTabs?: boolean;
  open: boolean;
  onClose: () => void;
  afterClose?: () => void;
  /** The page's address names it, so Back closes it without an entry of its own. */
  hasAddress?: boolean;
  /** What the tab is called while it is open, before the product. */
  pageTitle?: string | undefined;
  children: ReactNode;
}

/**
 * Shows everything about one entity. The title and the foot stay; what is between them scrolls.
 * @param problem an error message shown above its last known state
 * @param hasTabs it is equally high for each of them
 * @param isDesk it is about something with a conversation: on a desk it has room for an {@link asideClass aside}
 */
export function DetailDialog({
  problem,
  pageTitle,
  isDesk = false,
  hasTabs = false,
  onClose,
  children,
  ...modal
}: DetailDialogProps) {
  const isWithoutNetwork = useIsOffline();
  const [field, setField] = useState<HTMLElement | null>(null);
  const [actions, setActions] = useState<HTMLElement | null>(null);
  return (
    <>
      {/* React puts it before that of the screen, which counts again afterwards. */}
      {modal.open && pageTitle !== undefined ? <title>{formStrings.pageTitle(pageTitle)}</title> : null}
      <Modal
        {...modal}
        className={`${styles.dialog} ${isDesk ? styles.desk : ''} ${hasTabs ? styles.steady : ''}`}
        classNames={{
          container: styles.container,
          header: styles.title,
          body: styles.body,
          footer: styles.foot,
        }}
        width="var(--dialog-width)"
        centered
        destroyOnHidden
        footer={
          <>
            <div ref={setField} className={styles.field} />
            <div ref={setActions} className={styles.actions} />
          </>
        }
        onCancel={onClose}
      >
        {problem === undefined ? null : <Alert className={styles.notice} type="error" title={problem} />}
        {isWithoutNetwork ? (
          <Alert className={styles.notice} type="info" title={formStrings.offlineReading} />
        ) : null}
        <FootContext value={{ field, actions }}>
          <div className={styles.parts}>{children}</div>
        </FootContext>
      </Modal>
    </>
  );
}

/** What says at a glance what the dialog is about. On a desk it stays below the title. */
export function DetailHead({ children }: { children: ReactNode }) {
  return <div className={styles.head}>{children}</div>;
}

/**
 * Of a part that is at the side on a desk, wherever it is among the others: the order in the document stays that of
 * one column.
 */
export const asideClass: string = styles.aside ?? '';

/** The buttons in the foot of a {@link DetailDialog}. */
export function DialogActions({ children }: { children: ReactNode }) {
  return useFoot('actions', children);
}

/** A form in the foot of a {@link DetailDialog}, before its buttons. */
export function DialogField({ children }: { children: ReactNode }) {
  return useFoot('field', children);
}

/** The children in a part of the foot of the dialog around them, or where they are if there is none. */
function useFoot(part: keyof Foot, children: ReactNode): ReactNode {
  const foot = use(FootContext);
  if (!foot) return children;
  const place = foot[part];
  return place && createPortal(children, place);
}
