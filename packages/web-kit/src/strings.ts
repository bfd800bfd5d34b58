/** The texts of this package, but for those that only a later part shows: they are beside its code. */
export const strings = {
  required: (label: string) => `${label} is required`,
  noMoment: 'Enter a date with a year of four digits, and a time.',
  tooLong: (maxLength: number) => `At most ${maxLength} characters`,
  offline: 'You are offline. This needs a connection.',
  retry: 'Retry',
  success: 'Success',
  error: 'Error',
  unauthorized: 'Unauthorized',
  loggedOut: 'You are logged out. Logging in again...',
  dismiss: 'Dismiss',
  discard: 'Discard',
  restored: 'Restored what you typed before you were signed out.',
  justNow: 'just now',
  exportCsv: 'Export CSV',
  notDownloaded: 'The file could not be downloaded. Please try again.',
  standalone: { email: 'Email', password: 'Password', login: 'Login' },
} as const;
