import { type ModalProps } from 'antd/es/modal';
import { type MouseEvent, useCallback, useLayoutEffect, useRef } from 'react';
import { pressed } from '../pressed.ts';
import { useBackCloses } from './back-closes.ts';
import { focusPlaces, regainFocus } from './focus-places.ts';

/** The second click of a double click on what opened a dialog comes this soon after it is open. */
const DOUBLE_MS = 500;

/** Keeps the second click of a double click away from what has opened under the pointer: it would close it again. */
function useSingle() {
  const openedAt = useRef(-Infinity);
  const noteOpening = useCallback(() => {
    openedAt.current = performance.now();
  }, []);
  const stop = (event: MouseEvent) => {
    if (event.detail < 2 || event.timeStamp - openedAt.current > DOUBLE_MS) return;
    event.stopPropagation();
    event.preventDefault();
  };
  return {
    noteOpening,
    wrapProps: { onMouseDownCapture: stop, onMouseUpCapture: stop, onClickCapture: stop },
  };
}

/** antd's motion begins once nothing is rendered any more, and the dialog is invisible until then. app.css moves it. */
const withoutMotion = { transitionName: '', maskTransitionName: '' };

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
  const { noteOpening, wrapProps } = useSingle();
  if (!parts) return null;
  return (
    <parts.Modal
      styles={beforeClose}
      wrapProps={wrapProps}
      {...withoutMotion}
      {...modal}
      destroyOnHidden
      onCancel={() => onCancel()}
    >
      <ReturnFocus onOpen={noteOpening} />
      {children}
    </parts.Modal>
  );
}

/**
 * Rendered as long as the contents of its dialog. antd returns the focus, too, but only to what is still there, and
 * only when it closed the dialog itself.
 */
function ReturnFocus({ onOpen }: { onOpen: () => void }) {
  useLayoutEffect(() => {
    onOpen();
    const places = focusPlaces(document.activeElement);
    return () => queueMicrotask(() => regainFocus(places));
  }, [onOpen]);
  return null;
}
