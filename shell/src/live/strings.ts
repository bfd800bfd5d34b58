/** The texts of the live connection. Apart from those of the shell, which the sign-in page fetches too. */
export const strings = { reconnecting: 'Reconnecting…' } as const;
