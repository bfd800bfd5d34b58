import { useLocation, useNavigate, useSearchParams } from '@mainstay/ui/router';
import { useDebouncedValue } from '@mainstay/web-kit';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type BoardAddress, parametersOf, readAddress } from './board-address.ts';

/** What is typed is searched at once; the address has it once somebody stops. */
const ADDRESS_PAUSE_MS = 600;
/** The history state of a ticket that was opened on this screen: closing it goes back. */
const OPENED_HERE = 'opened-here';
/**
 * The parameter that asks for the dialog of a new ticket. It is no part of what is shown, and leaves the address at
 * once.
 */
const NEW = 'new';

/**
 * What the board shows, as its address says. Typing replaces the address after a pause; everything else adds an entry
 * to the history.
 * @returns what is shown, with the search as it is typed; the search of the address for the field (`given`), new
 * after each navigation; `openTicket`, which stays the same, and `show`, for a new entry of the history with another
 * tab or chip; the parameters of what is shown (`view`), and `showView`, which takes such parameters; `newAsked`, another
 * text each time that a new ticket is asked for, until `dropNew`
 */
export function useBoardAddress() {
  const at = useLocation();
  const { key } = at;
  const state: unknown = at.state;
  const navigate = useNavigate();
  const [parameters, write] = useSearchParams();
  const address = useMemo(() => readAddress(parameters), [parameters]);
  const [search, setSearch] = useState(address.q);
  const [shown, setShown] = useState<{ key: string; given: { text: string; key: string }; written?: string }>(
    {
      key,
      given: { text: address.q, key },
    },
  );
  // Going back takes a moment, in which the dialog is closed already, and Escape may be pressed again.
  const [closedKey, setClosedKey] = useState<string>();
  if (key !== shown.key) {
    setClosedKey(undefined);
    // What was typed since the search was written stays.
    const isWritten = address.q === shown.written;
    setShown({ key, given: isWritten ? shown.given : { text: address.q, key } });
    if (!isWritten) setSearch(address.q);
  }
  const q = search.trim();
  // Read when something is pressed, so that the functions below need not change with each character.
  const latest = useRef({ address, q, state });
  // What was written and has not arrived: a render in between still has the address before it.
  const written = useRef<Pick<typeof latest.current, 'address' | 'state'>>(undefined);
  useEffect(() => {
    written.current = undefined;
  }, [key]);
  useEffect(() => {
    latest.current = { address, q, state, ...written.current };
  });
  const put = useCallback(
    (next: BoardAddress, options: { replace?: boolean; state?: unknown }) => {
      written.current = { address: next, state: options.state };
      latest.current = { ...latest.current, ...written.current };
      write(parametersOf(next), options);
    },
    [write],
  );
  /** Puts the search into this entry of the history. */
  const writeSearch = useCallback(() => {
    const { address: before, q: typed, state: kept } = latest.current;
    if (typed === before.q) return;
    setShown((now) => ({ ...now, written: typed }));
    put({ ...before, q: typed }, { replace: true, state: kept });
  }, [put]);
  const paused = useDebouncedValue(q, ADDRESS_PAUSE_MS);
  useEffect(() => writeSearch(), [paused, writeSearch]);

  const show = useCallback(
    (change: Partial<BoardAddress>, historyState?: string) => {
      // The entry that is left has the search too, also one that was typed just now.
      writeSearch();
      const { address: before, q: typed } = latest.current;
      put({ ...before, q: typed, ...change }, { state: historyState });
    },
    [put, writeSearch],
  );
  const openTicket = useCallback(
    (id: string) => {
      // It is open already, or on its way.
      if (latest.current.address.ticket !== id) show({ ticket: id }, OPENED_HERE);
    },
    [show],
  );
  const closeTicket = () => {
    if (closedKey === key) return;
    setClosedKey(key);
    if (state === OPENED_HERE) void navigate(-1);
    else put({ ...address, q, ticket: undefined }, { replace: true });
  };
  const dropNew = useCallback(() => {
    const { address: before, q: typed, state: kept } = latest.current;
    put({ ...before, q: typed }, { replace: true, state: kept });
  }, [put]);
  /** Shows what the parameters of a view say. */
  const showView = (query: string) => show({ ...readAddress(new URLSearchParams(query)), ticket: undefined });
  const { tab, list, assignedTo, priority, due, approval, vendorJob } = address;
  return {
    ticket: closedKey === key ? undefined : address.ticket,
    newAsked: parameters.get(NEW) === 'ticket' ? key : undefined,
    dropNew,
    tab,
    list,
    filter: { assignedTo, priority, due, approval, vendorJob, search },
    setSearch,
    given: shown.given,
    openTicket,
    closeTicket,
    show,
    view: parametersOf({ ...address, q, ticket: undefined }).toString(),
    showView,
  };
}
