import { Alert, Modal } from '@mainstay/ui/core';
import { type ReactNode } from 'react';
import { strings } from './strings.ts';
import { useIsOffline } from './use-is-offline.ts';

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
  const isWithoutNetwork = useIsOffline();
  return (
    <Modal {...modal} footer={null} centered width={640} destroyOnHidden onCancel={onClose}>
      {problem === undefined ? null : <Alert type="error" title={problem} />}
      {isWithoutNetwork ? <Alert type="info" title={strings.offlineReading} /> : null}
      {children}
    </Modal>
  );
}
