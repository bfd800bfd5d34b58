import { type KeyboardEvent, type MouseEvent } from 'react';

/** Whether a click on a link is for this tab: others open a tab or a window, or save what the link leads to. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/**
 * The props of a link that a plain click, Enter and Space open in this page without a load, as a button would. Any
 * other click is the browser's.
 */
export const opensHere = (href: string, open: () => void) => ({
  href,
  onClick: (event: MouseEvent): void => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    open();
  },
  onKeyDown: (event: KeyboardEvent): void => {
    if (event.key !== ' ' || event.defaultPrevented) return;
    event.preventDefault();
    if (!event.repeat) open();
  },
});
