/** Of tickets, and of their response targets. */
export const priorities = ['low', 'medium', 'high'] as const;
export type Priority = (typeof priorities)[number];
