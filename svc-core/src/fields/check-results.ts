/** What an answer to a step of a checklist says; `na`: the step is not applicable. */
export const results = ['pass', 'fail', 'na'] as const;
export type Result = (typeof results)[number];
