/**
 * The badge of the bell, the name that says it too, and its hint with the exact number. Not with the texts of the
 * screens, which come later.
 */
export function bellWords(unread: number) {
  const words = (count: number | string) => (unread > 0 ? `Inbox, ${count} unread` : 'Inbox');
  const shown = unread > 99 ? '99+' : String(unread);
  return { shown, name: words(shown), exact: words(unread) };
}
