import { useCallback, useEffect, useRef, useState } from 'react';

const selectedTab = (screen: HTMLElement | null) =>
  screen?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');

/** The element that has the focus is no longer there. */
const isFocusLost = () => document.activeElement === document.body;

/**
 * Where the focus of the Maintenance screen goes when the element that has it is removed.
 * @param isExact whether an exact list is shown, which has no tabs
 * @returns `screen` and `paused`, the refs of the screen and of the list of paused tasks, which may be above it; the
 * card that takes the focus (`focusId`); and functions that move the focus
 */
export function useBoardFocus(isExact: boolean) {
  const screen = useRef<HTMLDivElement>(null);
  const paused = useRef<HTMLDivElement>(null);
  const [focusId, setFocusId] = useState<string>();
  const isCleared = useRef(false);
  useEffect(() => {
    if (isExact || !isCleared.current) return;
    // The button that was pressed was removed.
    isCleared.current = false;
    selectedTab(screen.current)?.focus();
  }, [isExact]);

  return {
    screen,
    paused,
    focusId,
    toCard: setFocusId,
    onFocused: useCallback(() => setFocusId(undefined), []),
    /** Keeps the focus on a card that will be where it was, as another element. */
    keepOnCard: (id: string) => {
      if (isFocusLost() || document.activeElement?.closest(`[data-card="${id}"]`)) setFocusId(id);
    },
    /** Before the button that was pressed is removed. */
    toSearch: () => screen.current?.querySelector('input')?.focus(),
    /** Once the tabs are back in place of an exact list. */
    toTabs: () => {
      isCleared.current = true;
    },
    /** Returns the focus from a menu to the assignee of a card. */
    toAssignee: (card: HTMLElement) => {
      if (isFocusLost() || card.contains(document.activeElement)) {
        card.querySelector<HTMLElement>('[data-assignee]')?.focus();
      }
    },
    /** Returns the focus from a dialog to the card that opened it. */
    fromDialog: (id: string | undefined) => {
      // The card may now be a new element in another list, or not be rendered at all.
      const card =
        id === undefined
          ? undefined
          : (paused.current ?? screen.current)?.querySelector<HTMLElement>(
              `[data-card="${id}"] :is(a, button)`,
            );
      (card ?? paused.current ?? selectedTab(screen.current))?.focus();
    },
  };
}
