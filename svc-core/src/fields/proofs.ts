/** What a ticket may need before it is solved, in the order in which it is asked for. */
export const proofs = ['beforePhoto', 'afterPhoto', 'note', 'checklist'] as const;
export type Proof = (typeof proofs)[number];

/** What a picture of a ticket shows: the work before it was begun, or finished. */
export const purposes = ['before', 'after'] as const;
export type Purpose = (typeof purposes)[number];
