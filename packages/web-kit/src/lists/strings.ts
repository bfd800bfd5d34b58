/** The texts of lists that are the same on every screen. */
export const strings = {
  filters: 'Filters',
  filtersOf: (count: number) => (count === 0 ? 'Filters' : `Filters ${count}`),
  clear: 'Clear filters',
  import: 'Import',
  importNotLoaded: 'The import could not be loaded. Try again.',
  notAvailable: 'Not available',
  figure: (label: string, figure: string | number) => `${label}: ${figure}`,
} as const;
