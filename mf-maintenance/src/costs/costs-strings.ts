/** The texts of the costs of a ticket that are there with the ticket. */
export const strings = {
  badges: { warranty: 'Under warranty', declined: 'Declined' },
  exceed: (total: string, limit: string) => `Costs of ${total} exceed the limit of ${limit}.`,
  approve: 'Approve',
  decline: 'Decline',
} as const;
