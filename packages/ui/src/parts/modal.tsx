import { type ModalProps } from 'antd/es/modal';
import { useLayoutEffect } from 'react';
import { pressed } from '../pressed.ts';
import { useBackCloses } from './back-closes.ts';
import { focusPlaces, regainFocus } from './focus-places.ts';

/** A long title ends before the button that closes. */
const beforeClose = { title: { paddingInlineEnd: 40 } };

/**
 * antd's Modal, which Back closes too, as Escape does. `onCancel` may leave it open. The focus returns to what opened
 * it, or to what is next to where that was, also where the dialog goes together with what renders it.
 * @param hasAddress the dialog is open because of the page's address, so Back closes it anyway
 * @param guards Back calls `onCancel` also while the dialog is closed
 */
export function Modal({
  hasAddress = false,
  guards = false,
  onCancel,
  children,
  ...modal
}: Omit<ModalProps, 'open' | 'onCancel'> & {
  open: boolean;
  onCancel: () => void;
  hasAddress?: boolean;
  guards?: boolean | undefined;
}) {
  useBackCloses((modal.open && !hasAddress) || guards, onCancel);
  const parts = pressed.usePressed(modal.open, onCancel);
  if (!parts) return null;
  return (
    <parts.Modal styles={beforeClose} {...modal} destroyOnHidden onCancel={() => onCancel()}>
      <ReturnFocus />
      {children}
    </parts.Modal>
  );
}

/**
 * Rendered as long as the contents of its dialog. antd returns the focus, too, but only to what is still there, and
 * only when it closed the dialog itself.
 */
function ReturnFocus() {
  useLayoutEffect(() => {
    const places = focusPlaces(document.activeElement);
    return () => queueMicrotask(() => regainFocus(places));
  }, []);
  return null;
}
