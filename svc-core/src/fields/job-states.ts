/** How far a vendor is with the work of a ticket. */
export const jobStates = ['sent', 'accepted', 'declined', 'done', 'confirmed', 'withdrawn'] as const;
export type JobState = (typeof jobStates)[number];

export const quoteStates = ['open', 'approved', 'declined', 'replaced'] as const;
export type QuoteState = (typeof quoteStates)[number];
