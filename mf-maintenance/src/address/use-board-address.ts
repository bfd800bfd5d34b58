import { links } from '@mainstay/remote-contract';
import { useLocation, useNavigate } from '@mainstay/ui/router';
import { useDebouncedValue } from '@mainstay/web-kit';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { addressOf, type BoardAddress, readAddress } from './board-address.ts';

/** The history state of a ticket that was opened on this screen: closing it goes back. */
const OPENED_HERE = 'opened-here';

interface Moves {
  /** Opens a ticket as a new entry of the history. */
  openTicket: (id: string) => void;
  closeTicket: () => void;
  /** Changes the tab or the filter as a new entry of the history. */
  show: (change: Partial<Pick<BoardAddress, 'tab' | 'assignedTo'>>) => void;
}

/**
 * Puts the search into the page's address without a new entry of the history, and without the router, which would render
 * every screen for it. Only on this screen: another one may already have the address while this one is still shown.
 */
function writeSearch(q: string): void {
  if (location.pathname !== links.tickets) return;
  const query = new URLSearchParams(location.search);
  if ((query.get('q') ?? '') === q) return;
  if (q === '') query.delete('q');
  else query.set('q', q);
  history.replaceState(history.state, '', query.size > 0 ? `?${query.toString()}` : links.tickets);
}

/**
 * What the board shows, as its address says. Typing replaces the address after a pause; everything else adds an entry to
 * the history.
 * @returns the address, with `search` as it is typed, of which `q` is the trimmed text; the search of the address for the
 *   field (`given`), new after each navigation; and functions that stay the same (`moves`)
 */
export function useBoardAddress() {
  const at = useLocation();
  const { search: query, key } = at;
  const state: unknown = at.state;
  const navigate = useNavigate();
  const address = useMemo(() => readAddress(query), [query]);
  const [search, setSearch] = useState(address.q);
  const [shownKey, setShownKey] = useState(key);
  if (key !== shownKey) {
    setShownKey(key);
    setSearch(address.q);
  }
  const shown = { ...address, q: search.trim() };

  const typed = useDebouncedValue(shown.q);
  const writeTyped = useEffectEvent(() => writeSearch(shown.q));
  useEffect(() => writeTyped(), [typed]);

  const push = (change: Partial<BoardAddress>, historyState?: string) => {
    // The entry that is left has the search too, also one that was typed just now.
    writeSearch(shown.q);
    void navigate(addressOf({ ...shown, ...change }), { state: historyState });
  };
  const latest = useRef<Moves>(undefined);
  // Going back takes a moment, in which Escape may be pressed again.
  const closedKey = useRef<string>(undefined);
  useEffect(() => {
    latest.current = {
      openTicket: (ticket) => push({ ticket }, OPENED_HERE),
      closeTicket: () => {
        if (closedKey.current === key) return;
        closedKey.current = key;
        if (state === OPENED_HERE) void navigate(-1);
        else void navigate(addressOf({ ...shown, ticket: undefined }), { replace: true });
      },
      show: push,
    };
  });
  const [moves] = useState<Moves>(() => ({
    openTicket: (id) => latest.current?.openTicket(id),
    closeTicket: () => latest.current?.closeTicket(),
    show: (change) => latest.current?.show(change),
  }));

  return { ...shown, search, setSearch, given: { text: address.q, key }, moves };
}
