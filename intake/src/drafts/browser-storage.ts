import { keepItem, readItem } from '@mainstay/web-kit/browser-storage';

type Kind = Parameters<typeof readItem>[0];

/** The members of the object that is stored there; none if there is no such object. */
export function readStored(kind: Kind, name: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readItem(kind, name) ?? '');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // Nothing, or something of another page's.
    return {};
  }
}

/** Stores an object. What cannot be stored, for example in a full storage, is left out: nothing depends on it. */
export function writeStored(kind: Kind, name: string, value: Record<string, unknown> | null): void {
  keepItem(kind, name, value && JSON.stringify(value));
}
