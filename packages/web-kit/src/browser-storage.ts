/** For as long as the browser keeps it, or until the tab closes. */
type Kind = 'localStorage' | 'sessionStorage';

/** What is kept under this name; null for nothing, as where the browser keeps nothing. */
export function readItem(kind: Kind, name: string): string | null {
  try {
    return window[kind].getItem(name);
  } catch {
    // Blocked; some browsers of other apps have no storage at all.
    return null;
  }
}

/**
 * Keeps a text; null deletes it.
 * @returns false where storage is full or blocked: nothing may depend on it
 */
export function keepItem(kind: Kind, name: string, text: string | null): boolean {
  try {
    if (text === null) window[kind].removeItem(name);
    else window[kind].setItem(name, text);
    return true;
  } catch {
    return false;
  }
}
