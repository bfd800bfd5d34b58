/** The options of a select from a map of values to labels. */
export const labelledOptions = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value, label }));
