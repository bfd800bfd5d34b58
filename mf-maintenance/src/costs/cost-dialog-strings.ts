/** The texts of the dialogs of costs alone. */
export const words = {
  costsChanged: (total: string) => `The costs are ${total} by now. Send it again if you still agree.`,
  newLimit: 'New limit',
  keepLimit: 'Leave it empty to keep the limit.',
  emptyLimit: 'Leave it empty for no limit of its own.',
} as const;
