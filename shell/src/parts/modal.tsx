import { useBackCloses } from '@mainstay/ui/router';
import { type ComponentProps, useEffect, useRef } from 'react';

/**
 * A modal `<dialog>` element, which traps and restores the focus. Escape, Back or a click outside closes it. It is
 * open for as long as it is rendered.
 */
export function Modal({
  onClose,
  ...dialog
}: Omit<ComponentProps<'dialog'>, 'onClose'> & { onClose: () => void }) {
  const element = useRef<HTMLDialogElement>(null);
  useBackCloses(true, onClose);

  useEffect(() => {
    const modal = element.current;
    const before = document.activeElement;
    modal?.showModal();
    return () => {
      modal?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  return (
    <dialog
      {...dialog}
      ref={element}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    />
  );
}
