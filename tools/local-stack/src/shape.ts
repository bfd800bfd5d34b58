/** Whether parsed JSON has members of the types that the pattern has, with no empty text among them. */
export function hasShapeOf<Shape extends object>(pattern: Shape, value: unknown): value is Shape {
  if (typeof value !== 'object' || value === null) return false;
  const found = new Map<string, unknown>(Object.entries(value));
  return Object.entries(pattern).every(([key, expected]: [string, unknown]) => {
    const item = found.get(key);
    return typeof expected === 'object' && expected !== null
      ? hasShapeOf(expected, item)
      : typeof item === typeof expected && item !== '';
  });
}

/** The members of parsed JSON; none if it is no object. */
export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
