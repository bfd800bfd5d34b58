/** Whose tickets and recurring tasks are shown: the user's own, or those of nobody. */
export type AssigneeFilter = 'me' | 'none';
