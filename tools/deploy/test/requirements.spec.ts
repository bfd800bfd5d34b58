import { expect, it } from '@jest/globals';
import { read, rowsOf } from './files.ts';
import { named, testsIn } from './named-tests.ts';

/** Sentences of the specification, the decisions and the waves: number, section, sentence, and tests as `file title`. */
const rows = rowsOf('docs/requirements.tsv').map(([id = '', , , ...tests]) => ({ id, tests }));
const sources = [...new Set(rows.map(({ id }) => id.split(' ')[0] ?? ''))];

it.each(sources)(
  'every sentence of %s names its tests, which are not skipped, or says why there is none',
  (source) => {
    const faults = rows
      .filter(({ id }) => id.startsWith(`${source} `))
      .flatMap(({ id, tests }) => {
        if (tests.length === 1 && /^- (no promise|none: .+)$/.test(tests[0] ?? '')) return [];
        const wrong = tests.filter((test) => !isOneTest(test));
        return tests.length === 0 || wrong.length > 0 ? [`${id}: ${wrong.join(', ')}`] : [];
      });
    expect(faults).toEqual([]);
  },
);

const known = new Map<string, ReturnType<typeof testsIn>>();

function isOneTest(test: string): boolean {
  const [, file = '', title = ''] = /^(\S+) (.+)$/.exec(test) ?? [];
  const tests = known.get(file) ?? (file === '' ? [] : testsIn(file, read(file)));
  known.set(file, tests);
  return named(tests, title).filter(({ isSkipped }) => !isSkipped).length === 1;
}
