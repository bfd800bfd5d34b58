import { late } from '@mainstay/ui/base';
import { useFailure } from '@mainstay/web-kit';
import { useOpened } from '@mainstay/web-kit/lists';
import { useEffect, useState } from 'react';
import { type Equipment, type Store } from './api/core.ts';
import { strings } from './strings.ts';
import { type RecordTab, useRecordAddress } from './use-record-address.ts';

const lateDialogs = late(() => import(/* webpackChunkName: "dialogs" */ './dialogs.ts'));
const lateStickers = late(() => import(/* webpackChunkName: "stickers" */ './stickers/print-stickers.tsx'));

/** What the stickers are printed for: a store, one piece of equipment in it, or what is chosen in the dialog. */
interface Printing {
  store: Store | undefined;
  equipmentId: string | undefined;
}

/** The record of a piece of equipment that is open or closing, as the page's address says. */
function useRecord(whenLoaded: (then: () => void) => void) {
  const { item, tab, openRecord, showTab, closeRecord } = useRecordAddress();
  // Kept while the dialog closes.
  const [opened, setOpened] = useState<{ id: string; tab: RecordTab; listed?: Equipment }>();
  if (item !== undefined && (item !== opened?.id || tab !== opened.tab)) {
    setOpened({ ...(item === opened?.id && opened), id: item, tab });
  }
  // A record that the page's address names is opened by nothing else.
  useEffect(() => {
    if (item !== undefined) whenLoaded(() => undefined);
  }, [item, whenLoaded]);
  return {
    opened,
    isOpen: item !== undefined && item === opened?.id,
    open: (listed: Equipment, at: RecordTab) =>
      whenLoaded(() => {
        setOpened({ id: listed.id, tab: at, listed });
        openRecord(listed.id, at);
      }),
    showTab,
    close: closeRecord,
    forget: () => setOpened(undefined),
  };
}

/** What is open above the Equipment screen, with the code that shows it, and functions that open it. */
export function useEquipmentDialogs() {
  const { loaded: dialogs, whenLoaded } = lateDialogs.useOnPress(useFailure(strings.dialogFailed));
  const { loaded: stickers, whenLoaded: whenStickers } = lateStickers.useOnPress(
    useFailure(strings.print.loadFailed),
  );
  const record = useRecord(whenLoaded);
  const [isAdding, setAdding] = useState(false);
  const changing = useOpened<Equipment>();
  const printing = useOpened<Printing, 'print'>();
  return {
    dialogs,
    stickers,
    record,
    isAdding,
    add: () => whenLoaded(() => setAdding(true)),
    endAdding: () => setAdding(false),
    changing,
    change: (chosen: Equipment, by: 'edit' | 'delete') => whenLoaded(() => changing.show(chosen, by)),
    printing,
    print: (store: Store | undefined, equipmentId?: string) =>
      whenStickers(() => printing.show({ store, equipmentId }, 'print')),
  };
}
