const tickets = (count: number) => `${count} ${count === 1 ? 'ticket' : 'tickets'}`;

/** The texts of changes of many tickets. */
export const bulkStrings = {
  select: (title: string) => `Select ${title}`,
  changed: (count: number) => `${tickets(count)} changed`,
  restored: (count: number) => `${tickets(count)} restored`,
  not: (count: number) => `, ${count} not`,
  /** Of the list of those, with why. */
  notChanged: (count: number) => `${tickets(count)} not changed`,
  isSo: 'It had these values already.',
  number: (number: number) => `#${number}`,
  invisible: 'A ticket that you cannot open:',
  undo: 'Undo',
  failed: 'The tickets could not be changed.',
  undoFailed: 'The change could not be undone.',
} as const;
