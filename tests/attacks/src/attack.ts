import { expect, it } from '@jest/globals';
import { setup, type Setup } from './setup.ts';

/** Whether attacks whose repetitions take minutes do all of them; `npm test` does fewer. */
export const isWhole = process.env['ATTACKS'] === 'whole' || process.env['NIGHTLY'] === '1';

/** Counts what an attack tries. */
export class Trial {
  tries = 0;
  /** What succeeded, in words. */
  readonly breaches: string[] = [];

  /** One try. It is a breach unless the value found is one of those wanted. */
  expect(what: string, found: unknown, ...wanted: unknown[]): void {
    this.tries += 1;
    if (!wanted.includes(found)) {
      this.breaches.push(`${what}: ${String(found)}, not ${wanted.map(String).join(' or ')}`);
    }
  }
}

/** One attack on the running system. It fails when a try succeeds, and when nothing was tried. */
export function test(title: string, attack: (setup: Setup, trial: Trial) => Promise<void>): void {
  it(
    title,
    async () => {
      const [trial, running] = [new Trial(), await setup()];
      await attack(running, trial);
      await running.forgetTries();
      expect(trial.breaches.slice(0, 10)).toEqual([]);
      expect(trial.tries).toBeGreaterThan(0);
    },
    1_200_000,
  );
}
