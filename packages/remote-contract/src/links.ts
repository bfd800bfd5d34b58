/** The paths that screens of different deployables link to. They are part of the contract. */
export const links = {
  dashboard: '/',
  tickets: '/tickets',
  locations: '/locations',
  managers: '/managers',
  equipment: '/equipment',
} as const;

/** The address of one ticket, whichever list it is in. */
export const ticketLink = (id: string): string =>
  `${links.tickets}?${new URLSearchParams({ ticket: id }).toString()}`;

export type Link = (typeof links)[keyof typeof links];
