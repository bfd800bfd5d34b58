/** Every text of the screen Proof of work. */
export const strings = {
  title: 'Proof of work',
  subtitle: 'What a ticket needs before it is completed',
  loadFailed: 'The completion rules could not be loaded.',
  proofs: {
    beforePhoto: 'Photo from before',
    afterPhoto: 'Photo of the finished work',
    note: 'What was done',
  },
  saved: 'Completion rule saved',
  saveFailed: 'Failed to save completion rule',
} as const;
