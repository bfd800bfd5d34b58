import { randomUUID } from 'node:crypto';
import type { Family } from './attack.ts';

const TURNS = 120;
const TURNS_OF_SHORT_FORM = 40;
/** A machine that does other things too needs more of them before its medians say something. */
const MAX_TURNS = 4 * TURNS;
const WITHIN = 0.05;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

const isAlike = (ratio: number): boolean => Math.abs(ratio - 1) <= WITHIN;

export const signInTime: Family = {
  async 'tells accounts apart by time'(stage, trial) {
    const { anonymous } = stage;
    const turns = stage.isShort ? TURNS_OF_SHORT_FORM : TURNS;
    const inactive = await stage.hire('district_manager');
    await stage.admin.ask('PATCH', `/api/users/${inactive.id}/active`, { active: false });
    const known = await stage.hire('district_manager');
    const kinds = {
      known: () => known.email,
      unknown: () => `${randomUUID()}@example.com`,
      deactivated: () => inactive.email,
    };
    const times = { known: [] as number[], unknown: [] as number[], deactivated: [] as number[] };
    const names = ['known', 'unknown', 'deactivated'] as const;
    const ratios = () =>
      (['unknown', 'deactivated'] as const).map((other) => ({
        other,
        ratio: median(times[other]) / median(times.known),
      }));
    const areAlike = () => ratios().every(({ ratio }) => isAlike(ratio));
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      if (turn > 0 && turn % turns === 0 && areAlike()) break;
      // Below the limit of tries, above which tries are refused at once.
      if (turn % 5 === 0) await stage.forgetTries();
      // Each is first, second and third equally often.
      for (let place = 0; place < names.length; place += 1) {
        const name = names[(turn + place) % names.length] ?? 'known';
        const body = { email: kinds[name](), password: 'wrong password' };
        const { status, milliseconds } = await anonymous.ask('POST', '/api/login', body);
        trial.expect(`sign-in as ${name}`, status, 401);
        times[name].push(milliseconds);
      }
    }
    await stage.forgetTries();
    for (const { other, ratio } of ratios()) {
      trial.expect(`${other} to known`, isAlike(ratio) ? 'alike' : ratio.toFixed(3), 'alike');
    }
    trial.figure = `medians ${names.map((name) => `${name} ${median(times[name]).toFixed(1)} ms`).join(', ')}`;
  },
};
