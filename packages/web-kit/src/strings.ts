/** Every text of this package, in one place. */
export const strings = {
  required: (label: string) => `${label} is required`,
  tooLong: (maxLength: number) => `At most ${maxLength} characters`,
  dismiss: 'Dismiss',
  discardTitle: 'Discard changes?',
  discardHint: 'What you entered has not been saved.',
  discard: 'Discard',
  keepEditing: 'Keep Editing',
  stale: 'Somebody else changed this in the meantime.',
  staleChoose: 'Choose what to keep, then save again.',
  staleSaveAgain: 'Look it over, then save again.',
  theirs: 'Theirs',
  yours: 'Yours',
  empty: '(empty)',
  nowReads: (label: string, value: string) => `${label} is now ${value}`,
  standalone: { email: 'Email', password: 'Password', login: 'Login' },
} as const;
