/** The texts of what proves that a ticket is done. */
export const proofStrings = {
  title: 'Show that it is done',
  photos: { before: 'Photo from before', after: 'Photo of the finished work' },
  reason: 'Reason',
  required: (label: string) => `${label} is required`,
  complete: 'Complete',
  without: 'Complete without',
  completing: 'Completing...',
} as const;
