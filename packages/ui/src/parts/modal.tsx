import AntModal, { type ModalProps } from 'antd/es/modal';
import { useBackCloses } from './back-closes.ts';

/**
 * antd's Modal, which Back closes too, as Escape does. `onCancel` may leave it open.
 * @param hasAddress the dialog is open because of the page's address, so Back closes it anyway
 * @param guards Back calls `onCancel` also while the dialog is closed
 */
export function Modal({
  hasAddress = false,
  guards = false,
  onCancel,
  ...modal
}: Omit<ModalProps, 'open' | 'onCancel'> & {
  open: boolean;
  onCancel: () => void;
  hasAddress?: boolean;
  guards?: boolean | undefined;
}) {
  useBackCloses((modal.open && !hasAddress) || guards, onCancel);
  return <AntModal {...modal} onCancel={() => onCancel()} />;
}
