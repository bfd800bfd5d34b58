import { recordOf } from '../shape.ts';

/** The packages of a package-lock.json by their paths. */
export const lockedPackages = (text: string): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(recordOf(recordOf(JSON.parse(text))['packages'])).map(([path, entry]) => [
      path,
      recordOf(entry),
    ]),
  );
