/** The texts of the dialogs of the due date and the clock alone. */
export const dialogStrings = {
  pausing: 'Pausing...',
  reasonLabel: 'Reason',
  reasonNames: {
    waiting_vendor: 'Waiting for a vendor',
    waiting_parts: 'Waiting for parts',
    waiting_approval: 'Waiting for approval',
    store_closed: 'The store is closed',
    other: 'Another reason',
  },
  untilHint: 'The clock goes on by itself then. Leave it empty to resume it yourself.',
  clearHint: 'Leave it empty for no due date.',
  storeTime: (zone: string) => `In the store's time: ${zone}.`,
  none: 'None',
} as const;
