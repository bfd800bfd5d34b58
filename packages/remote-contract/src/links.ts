/** The paths that screens of different deployables link to. They are part of the contract. */
export const links = {
  dashboard: '/',
  tickets: '/tickets',
  locations: '/locations',
  managers: '/managers',
  equipment: '/equipment',
  checklists: '/checklists',
} as const;

/** The address of one ticket, whichever list it is in. */
export const ticketLink = (id: string): string =>
  `${links.tickets}?${new URLSearchParams({ ticket: id }).toString()}`;

/** The address of the record of a piece of equipment. */
export const equipmentLink = (id: string): string =>
  `${links.equipment}?${new URLSearchParams({ item: id }).toString()}`;

/** The address of a checklist that is worked through. */
export const checklistRunLink = (id: string): string =>
  `${links.checklists}?${new URLSearchParams({ run: id }).toString()}`;

/** The address of the list of the tickets that a filter leaves, by the parameters of `GET /api/tickets`. */
export const ticketListLink = (filter: Readonly<Record<string, string>>): string =>
  `${links.tickets}?${new URLSearchParams(filter).toString()}`;

export type Link = (typeof links)[keyof typeof links];
