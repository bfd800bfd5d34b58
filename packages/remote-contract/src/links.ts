/** Where screens send people in each other's territory. A path is a promise between deployments. */
export const links = {
  dashboard: '/',
  tickets: '/tickets',
  locations: '/locations',
  managers: '/managers',
} as const;

export type Link = (typeof links)[keyof typeof links];
