import { Modal } from '@mainstay/ui/core';
import { type ReactNode } from 'react';
import styles from './detail-dialog.module.css';

/** The dialog around everything about one thing; `problem` says why the thing cannot be read as it is now. */
export function DetailDialog({
  title,
  problem,
  open,
  onClose,
  afterClose,
  children,
}: {
  title: string;
  problem: string | undefined;
  open: boolean;
  onClose: () => void;
  afterClose: () => void;
  children: ReactNode;
}) {
  return (
    <Modal
      open={open}
      title={title}
      footer={null}
      centered
      width={640}
      destroyOnHidden
      onCancel={onClose}
      afterClose={afterClose}
    >
      {problem === undefined ? null : (
        <p className={styles.gone} role="alert">
          {problem}
        </p>
      )}
      {children}
    </Modal>
  );
}
