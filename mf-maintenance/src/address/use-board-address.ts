import { links } from '@mainstay/remote-contract';
import { useLocation, useNavigate } from '@mainstay/ui/router';
import { useDebouncedValue } from '@mainstay/web-kit';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { addressOf, type BoardAddress, readAddress } from './board-address.ts';

/** The history state of a ticket that was opened on this screen: closing it goes back. */
const OPENED_HERE = 'opened-here';

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
 * @returns what is shown, with the search as it is typed; the search of the address for the field (`given`), new after each
 *   navigation; `openTicket`, which stays the same, and `show`, for a new entry of the history with another tab or chip
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
  const q = search.trim();
  const typed = useDebouncedValue(q);
  const writeTyped = useEffectEvent(() => writeSearch(q));
  useEffect(() => writeTyped(), [typed]);

  // Read when something is pressed, so that the functions below need not change with each character.
  const latest = useRef(address);
  useEffect(() => {
    latest.current = { ...address, q };
  });
  const show = useCallback(
    (change: Partial<BoardAddress>, historyState?: string) => {
      // The entry that is left has the search too, also one that was typed just now.
      writeSearch(latest.current.q);
      void navigate(addressOf({ ...latest.current, ...change }), { state: historyState });
    },
    [navigate],
  );
  const openTicket = useCallback((id: string) => show({ ticket: id }, OPENED_HERE), [show]);
  // Going back takes a moment, in which Escape may be pressed again.
  const closedKey = useRef<string>(undefined);
  const closeTicket = () => {
    if (closedKey.current === key) return;
    closedKey.current = key;
    if (state === OPENED_HERE) void navigate(-1);
    else void navigate(addressOf({ ...address, q, ticket: undefined }), { replace: true });
  };
  const { ticket, tab, assignedTo, priority } = address;
  return {
    ticket,
    tab,
    filter: { assignedTo, priority, search },
    setSearch,
    given: { text: address.q, key },
    openTicket,
    closeTicket,
    show,
  };
}
