/** The texts of lists that are the same on every screen. */
export const strings = {
  import: 'Import',
  importNotLoaded: 'The import could not be loaded. Try again.',
} as const;
