/** When the time for a response runs. */
export const clocks = ['always', 'store_hours'] as const;
