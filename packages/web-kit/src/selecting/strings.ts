/** The texts of selecting. */
export const strings = {
  bar: 'Selection',
  selected: (count: number, isFull: boolean) => `${count} selected${isFull ? ', no more at once' : ''}`,
  busy: 'Saving...',
  clear: 'Clear',
} as const;
