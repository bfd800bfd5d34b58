/** The texts of the due date and the clock. */
export const strings = {
  left: (duration: string) => `in ${duration}`,
  missed: (duration: string) => `missed ${duration}`,
  title: 'Due date and clock',
  paused: (since: string, reason: string) => `Paused since ${since}: ${reason}`,
  set: 'Set due date',
  change: 'Change due date',
  respondBy: 'Respond by',
  fixBy: 'Fix by',
  never: 'None: the clock does not run that long within 400 days',
  pause: 'Pause clock',
  resume: 'Resume clock',
  note: 'Note',
  until: 'Until',
} as const;
