/** First and last name; either may be empty. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim();

/** The first letters of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const words = name.split(' ').filter(Boolean);
  return [words.shift(), words.pop()]
    .map((word = '') => Array.from(word)[0] ?? '')
    .join('')
    .toUpperCase();
}
