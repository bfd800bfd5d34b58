const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])';

/**
 * What can take the focus of an element: itself, or what is nearest in its dialog or screen, rather after it than
 * before it.
 */
export function focusPlaces(element: Element | null): HTMLElement[] {
  const scope = element?.closest('.ant-modal-container, main, body');
  if (!(element instanceof HTMLElement) || element === scope) return [];
  const places = new Set([element]);
  for (let around = element.parentElement; around; around = around === scope ? null : around.parentElement) {
    const all = [...around.querySelectorAll<HTMLElement>(FOCUSABLE)];
    const isAfter = (each: Element) =>
      (element.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    for (const each of all.filter(isAfter)) places.add(each);
    for (const each of all.filter((one) => !isAfter(one)).reverse()) places.add(each);
  }
  return [...places];
}

/** Longer than the data of a change takes from its response to the screen. */
const SOON_MS = 200;

/**
 * Puts a focus that is lost onto the first of some places that is still there and takes it; onto the next one where
 * that goes at once, with the change that closed the dialog.
 */
export function regainFocus(places: readonly HTMLElement[]): void {
  if (document.activeElement !== document.body) return;
  const at = places.findIndex((place) => {
    place.focus();
    return document.activeElement === place;
  });
  if (at >= 0) setTimeout(() => regainFocus(places.slice(at + 1)), SOON_MS);
}
