/** The texts of lists of people. */
export const peopleStrings = {
  title: 'People',
  role: { admin: 'Administrator', district_manager: 'District Manager' },
  none: 'No people found',
  failed: 'The people could not be loaded.',
  found: (count: number) => (count === 1 ? '1 person' : `${count} people`),
} as const;
