import { links } from '@mainstay/remote-contract';
import { useLocation, useNavigate, useSearchParams } from '@mainstay/ui/router';
import { useEffect, useRef } from 'react';

export const recordTabs = ['details', 'history', 'costs', 'stickers'] as const;

/** A tab of the record of a piece of equipment. */
export type RecordTab = (typeof recordTabs)[number];

/** The history state of a record that was opened on this screen: closing it goes back. */
const OPENED_HERE = 'opened-here';

const parametersOf = (item: string, tab: RecordTab) =>
  new URLSearchParams({ item, ...(tab !== 'details' && { tab }) });

/** The address of a record. */
export const recordLink = (id: string, tab: RecordTab = 'details'): string =>
  `${links.equipment}?${parametersOf(id, tab).toString()}`;

/**
 * The record that is open, as the page's address says: `?item=<id>&tab=costs`. Opening one adds an entry to the
 * history, another tab replaces it.
 */
export function useRecordAddress() {
  const { key, ...at } = useLocation();
  const state: unknown = at.state;
  const navigate = useNavigate();
  const [given, write] = useSearchParams();
  const item = given.get('item') || undefined;
  // Going back takes a moment, in which Escape may be pressed again.
  const closedKey = useRef<string>(undefined);
  // What a press has opened, until the page has its address: a second press does nothing.
  const pressed = useRef<string>(undefined);
  useEffect(() => {
    pressed.current = undefined;
  }, [key]);
  return {
    /** The id that the address has, which may be of nothing at all. */
    item,
    tab: recordTabs.find((each) => each === given.get('tab')) ?? 'details',
    openRecord: (id: string, tab: RecordTab) => {
      if (item === id || pressed.current === id) return;
      pressed.current = id;
      write(parametersOf(id, tab), { state: OPENED_HERE });
    },
    showTab: (tab: RecordTab) => {
      if (item !== undefined) write(parametersOf(item, tab), { replace: true, state });
    },
    closeRecord: () => {
      if (closedKey.current === key) return;
      closedKey.current = key;
      if (state === OPENED_HERE) void navigate(-1);
      else write(new URLSearchParams(), { replace: true });
    },
  };
}
