/** The history says how many dialogs are open (back-closes.ts of packages/ui). */
function isDialogOpen(): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && Number(Reflect.get(state, 'dialogs') ?? 0) > 0;
}

/** Whether a key is for the page: alone, and not while something is typed or chosen, or a dialog is open. */
export function isKeyForPage(event: KeyboardEvent): boolean {
  const { target } = event;
  return !(
    event.defaultPrevented ||
    event.isComposing ||
    event.ctrlKey ||
    event.altKey ||
    event.metaKey ||
    (target instanceof Element &&
      target.closest('input, textarea, select, [contenteditable], [role="menu"], [role="listbox"]')) ||
    isDialogOpen()
  );
}
