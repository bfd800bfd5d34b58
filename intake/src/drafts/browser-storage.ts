/** The members of the object that is stored there; none if there is no such object. */
export function readStored(kind: 'localStorage' | 'sessionStorage', name: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(window[kind].getItem(name) ?? '');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // Nothing, something of another page's, or no storage allowed.
    return {};
  }
}

/** Stores an object. What cannot be stored, for example in a full storage, is left out: nothing depends on it. */
export function writeStored(
  kind: 'localStorage' | 'sessionStorage',
  name: string,
  value: Record<string, unknown> | null,
): void {
  try {
    if (value === null) window[kind].removeItem(name);
    else window[kind].setItem(name, JSON.stringify(value));
  } catch {
    // See above.
  }
}
