/** The texts of the tickets and costs of a piece of equipment. */
export const historyStrings = {
  costs: {
    ticket: 'Ticket',
    createdAt: 'Created',
    cost: 'Cost',
    total: 'Total',
    none: 'No costs yet',
    noneHint: 'The costs of its tickets will be listed here. They are added in a ticket.',
  },
  tickets: {
    number: (number: number) => `#${number}`,
    status: { incoming: 'To Acknowledge', in_progress: 'Working', solved: 'Completed' },
    byQr: 'Reported by QR code',
    none: 'No tickets yet',
    noneHint: 'Reports and tickets about it will be listed here.',
    loadFailed: 'The tickets could not be loaded.',
  },
} as const;
