const LENGTH = 8192;
// The fastest of 200 runs is one without interference, also on a busy machine.
const RUNS = 200;

/** Repeated, these make a careless regular expression take a time that grows with the square of the length. */
const repeated = [
  ...Array.from(' \t\n0a1A.,;:-_/\\=@<>%"\'+#&?*()|'),
  'a.',
  'a@',
  '1,',
  ', ',
  ' ;',
  ';q=',
  '%20',
  '<@',
  '=a;',
  '=a&',
  '0-,',
  '\u00a0',
  'é',
  '🥪',
  // Composing sorts them.
  '\u0301\u0316',
];
const ends = ['', 'x', '\0', '! '];

/** More would let few requests occupy a process; reading 8 KB takes less than a tenth. */
const LIMIT_MS = 10;

/** The milliseconds, of several runs the fastest: other work on the machine does not count. */
function millisecondsOf(parse: (text: string) => unknown, text: string): number {
  let fastest = Infinity;
  for (let run = 0; run < RUNS && fastest > LIMIT_MS; run += 1) {
    const begun = performance.now();
    parse(text);
    fastest = Math.min(fastest, performance.now() - begun);
  }
  return fastest;
}

/**
 * The functions that take too long for some text of 8 KB, with the milliseconds for the first of these.
 * @param parsers by their names, which may end with a beginning of the text in quotes; they must not throw
 */
export const slowParsers = (parsers: Record<string, (text: string) => unknown>): string[] =>
  Object.entries(parsers).flatMap(([name, parse]) => {
    const beginning = /'(.*)'$/.exec(name)?.[1] ?? '';
    for (const piece of repeated) {
      for (const end of ends) {
        const text = beginning + piece.repeat(LENGTH / piece.length) + end;
        const milliseconds = millisecondsOf(parse, text);
        if (milliseconds > LIMIT_MS) return [`${name}: ${milliseconds.toFixed(1)} ms`];
      }
    }
    return [];
  });
