import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A place in the source that keeps something out, and the test that must fail once it is gone. */
export interface Guard {
  /** What it keeps out, or what it makes sure; names are given on the command line, in part or in full. */
  name: string;
  /** The file it stands in, from the root of the checkout. */
  file: string;
  /** Its text: exactly once in the file. */
  remove: string;
  /** What takes its place, so that the program still runs; nothing when absent. */
  put?: string;
  /** The file of tests that notices, from the root of the checkout. */
  test: string;
}

/**
 * Checks of a folder: of one of its files, by the test that notices, with their names and their texts. What is removed stands
 * between `«` and `»`, and after an arrow what takes its place, as in `active = «true → false»`; without them, the whole text is
 * removed.
 */
export const checksIn =
  (folder: string) =>
  (file: string, test: string, texts: Record<string, string>): Guard[] =>
    Object.entries(texts).map(([name, text]) => ({
      name,
      file: join(folder, file),
      ...changeOf(text),
      test: join(folder, test),
    }));

function changeOf(text: string): Pick<Guard, 'remove' | 'put'> {
  const [, before = '', removed = text, put = '', after = ''] =
    /^(.*)«(.*?)(?: → (.*))?»(.*)$/s.exec(text) ?? [];
  return { remove: before + removed + after, put: before + put + after };
}

/** What is wrong with a guard's row, one sentence; undefined when its text and its test are there. */
export function faultOf({ name, file, remove, put = '', test }: Guard, checkout: string): string | undefined {
  if (!existsSync(join(checkout, test))) return `${name}: there is no ${test}.`;
  if (!existsSync(join(checkout, file))) return `${name}: there is no ${file}.`;
  const found = readFileSync(join(checkout, file), 'utf8').split(remove).length - 1;
  if (found !== 1) return `${name}: its text is ${found} times in ${file}, not once.`;
  if (remove === put) return `${name}: nothing is removed.`;
  return undefined;
}
