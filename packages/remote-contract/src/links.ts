/** The paths that screens of different deployables link to. They are part of the contract. */
export const links = {
  dashboard: '/',
  tickets: '/tickets',
  locations: '/locations',
  managers: '/managers',
} as const;

export type Link = (typeof links)[keyof typeof links];
