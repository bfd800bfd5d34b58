/** The texts of checklists that forms and sections elsewhere show, too. */
export const checklistStrings = {
  checklist: 'Checklist',
  start: 'Start checklist',
  choose: 'Select a checklist',
  none: 'No checklists',
  inactive: 'A checklist that is not offered',
  loadFailed: 'The checklists could not be loaded.',
  /** How far one is: `7 of 12, 1 failed`. */
  progress: (answered: number, steps: number, failed: number) =>
    `${answered} of ${steps}${failed > 0 ? `, ${failed} failed` : ''}`,
} as const;
