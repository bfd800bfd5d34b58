import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../machine/folders.ts';

/** A part of the tests, and how many seconds its checks may take in sum. */
export interface Part {
  budget: number;
  /** Runs in `npm run test:nightly` alone. */
  isNightly?: boolean;
}

/** In this order: the longest first, so that both cores are busy until the end. */
export const parts = {
  build: { budget: 120 },
  journeys: { budget: 330 },
  services: { budget: 270 },
  attacks: { budget: 60 },
  unit: { budget: 220 },
  static: { budget: 75 },
  browsers: { budget: 180, isNightly: true },
  timed: { budget: 240, isNightly: true },
  catalogue: { budget: 200, isNightly: true },
  'new-domain': { budget: 300, isNightly: true },
  skew: { budget: 1800, isNightly: true },
} satisfies Record<string, Part>;

export type PartName = keyof typeof parts;

export const partNames = Object.keys(parts).filter((name): name is PartName => name in parts);

export const isNightly = (name: PartName): boolean => 'isNightly' in parts[name];

/** What `npm test` leaves to the nightly run, a line each. */
export function leftOut(): string[] {
  const specs = globSync('{packages/*,tests/*,tools/*,*}/{src,test}/**/*.nightly.spec.{ts,tsx}', {
    cwd: root,
  });
  const journeys = globSync('tests/journeys/src/*.spec.ts', { cwd: root }).reduce(
    (count, file) => count + readFileSync(join(root, file), 'utf8').split("'@nightly'").length - 1,
    0,
  );
  return [
    `the parts ${partNames.filter(isNightly).join(', ')}`,
    'the repetitions of the attacks',
    `${journeys} groups of journeys with the tag @nightly`,
    ...specs.sort(),
  ];
}
