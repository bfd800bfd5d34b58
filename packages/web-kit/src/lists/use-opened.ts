import { useState } from 'react';

/** What a dialog gets from whoever opens it. */
export interface OpenedDialog {
  open: boolean;
  onClose: () => void;
}

/**
 * What a dialog is about. It stays while the dialog closes.
 * @param By which dialog of several it is
 */
export function useOpened<Thing, By extends string = 'edit' | 'delete'>() {
  const [opened, setOpened] = useState<{ thing: Thing; by: By; isOpen: boolean }>();
  const onClose = () => setOpened((shown) => shown && { ...shown, isOpen: false });
  return {
    thing: opened?.thing,
    show: (thing: Thing, by: By) => setOpened({ thing, by, isOpen: true }),
    /** The props of one of the dialogs. */
    dialog: (by: By): OpenedDialog => ({ open: opened?.by === by && opened.isOpen, onClose }),
    forget: () => setOpened(undefined),
  };
}
