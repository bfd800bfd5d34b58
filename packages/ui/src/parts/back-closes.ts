import { useCallback, useEffect, useEffectEvent } from 'react';
import {
  type NavigateFunction,
  type NavigateOptions,
  type To,
  useLocation,
  useNavigate as useRouter,
  useSearchParams as useRouterParams,
} from 'react-router-dom';

/**
 * Each open dialog has an entry of the history above that of its screen, with the same address. Going back from it
 * closes the dialog, and closing the dialog in any other way goes back. An entry's state says how many dialogs are
 * open there.
 */
const dialogs: (() => void)[] = [];
/** Called at the end of this module's own way through the history. */
let arrive: (() => void) | undefined;

const stateOf = (name: 'dialogs' | 'idx' | 'key'): unknown => {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined;
};
const depth = () => Number(stateOf('dialogs') ?? 0);
/** The router counts its own entries as `idx` and names each with a `key`, which those of dialogs share. */
const here = () => ({ key: stateOf('key'), place: Number(stateOf('idx') ?? 0) + depth() });
/** Where the topmost dialog is, or where the way through the history began. */
let from = here();

function travel(entries: number, then: () => void): void {
  from = here();
  arrive = then;
  history.go(entries);
}

/** Adds or leaves entries until there is one for each open dialog. */
function settle(): void {
  if (arrive) return;
  if (depth() > dialogs.length) {
    travel(dialogs.length - depth(), settle);
    return;
  }
  while (depth() < dialogs.length) {
    const state: unknown = history.state;
    history.pushState({ ...(typeof state === 'object' ? state : {}), dialogs: depth() + 1 }, '');
  }
  from = here();
}

/** Asks the topmost dialog to close. It may stay open: to ask, or while it saves. */
function closeTopmost(): void {
  dialogs.at(-1)?.();
  setTimeout(settle);
}

// Before the router's own listener, which need not know of entries with the address that it shows.
window.addEventListener('popstate', (event) => {
  const arrived = arrive;
  arrive = undefined;
  const { key, place } = here();
  const isHere = key === from.key && (arrived !== undefined || dialogs.length > 0);
  if (isHere) event.stopImmediatePropagation();
  if (arrived) {
    arrived();
  } else if (depth() >= dialogs.length) {
    // Perhaps that of a dialog which is closed by now.
    settle();
  } else if (isHere || place === from.place) {
    closeTopmost();
  } else {
    // Many entries at once, to another address: nothing that was typed is lost.
    event.stopImmediatePropagation();
    travel(from.place - place, closeTopmost);
  }
});
// After a reload no dialog is open.
settle();

/** While `isOpen`, Back calls `close` instead of leaving the screen. `close` may leave the dialog open. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return undefined;
    const dialog = () => onBack();
    dialogs.push(dialog);
    // By then it is also known which dialogs close and open together with it.
    queueMicrotask(settle);
    return () => {
      dialogs.splice(dialogs.indexOf(dialog), 1);
      queueMicrotask(settle);
    };
  }, [isOpen]);
}

/** Leaves the entries of dialogs, which go with their screen, and then calls `go`. */
function leave(go: () => void): void {
  const before = arrive;
  if (before) {
    arrive = () => {
      before();
      leave(go);
    };
  } else if (depth() > 0) travel(-depth(), go);
  else go();
}

/** The router's own function, which does not count the entries of dialogs. */
export function useNavigate(): NavigateFunction {
  const navigate = useRouter();
  return useCallback(
    (to: To | number, options?: NavigateOptions): void => {
      if (typeof to !== 'number') {
        leave(() => {
          const before = location.pathname;
          void navigate(to, options);
          // The dialogs of a screen that only changes its parameters stay.
          if (options?.replace && location.pathname === before) settle();
        });
      }
      // All at once: dialogs may close meanwhile. A router in memory has no entries here.
      else if (depth() > 0 && !arrive && stateOf('idx') !== undefined) travel(to - depth(), () => undefined);
      else leave(() => void navigate(to));
    },
    [navigate],
  );
}

/**
 * The address's parameters, and a function that writes all of them. It does nothing once the page has the address of
 * another screen, which the router is about to render.
 */
export function useSearchParams(): [
  given: URLSearchParams,
  write: (next: URLSearchParams, options?: NavigateOptions) => void,
] {
  const [given] = useRouterParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const write = useCallback(
    (next: URLSearchParams, options?: NavigateOptions): void => {
      // A router in memory has no entries here.
      if (stateOf('idx') !== undefined && location.pathname !== pathname) return;
      void navigate(`?${next.toString()}`, options);
    },
    [navigate, pathname],
  );
  return [given, write];
}
