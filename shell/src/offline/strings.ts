/** The texts of what is shown from an earlier visit. */
export const strings = {
  asOf: (time: string) => `As of ${time}`,
  offline: 'Offline.',
  offlineAsOf: (time: string) => `Offline. As of ${time}.`,
} as const;
