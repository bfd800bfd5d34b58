import { Alert, Modal } from '@mainstay/ui/core';
import { type ReactNode } from 'react';

/** Shows everything about one entity. `problem` is an error message shown above its last known state. */
export function DetailDialog({
  problem,
  onClose,
  children,
  ...modal
}: {
  title: string;
  problem: string | undefined;
  open: boolean;
  onClose: () => void;
  afterClose?: () => void;
  /** The page's address names it, so Back closes it without an entry of its own. */
  hasAddress?: boolean;
  children: ReactNode;
}) {
  return (
    <Modal {...modal} footer={null} centered width={640} destroyOnHidden onCancel={onClose}>
      {problem === undefined ? null : <Alert type="error" title={problem} />}
      {children}
    </Modal>
  );
}
