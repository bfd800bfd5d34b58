/** The texts of a printed work order. */
export const printStrings = {
  title: (number: number | undefined) => (number === undefined ? 'Work order' : `Work order #${number}`),
  due: 'Due',
  signature: 'Signature and date',
} as const;
