import { strings } from '../strings.ts';

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

export const categoryOptions = optionsOf(strings.category);
export const statusOptions = optionsOf(strings.status);
