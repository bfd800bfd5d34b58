import { randomUUID } from 'node:crypto';
import type { Family } from './attack.ts';

const TURNS = 120;
const WITHIN = 0.05;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

export const signInTime: Family = {
  async 'tells accounts apart by time'(stage, trial) {
    const { anonymous } = stage;
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
    for (let turn = 0; turn < TURNS; turn += 1) {
      // Below the limit of tries, which would be answered at once.
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
    for (const other of ['unknown', 'deactivated'] as const) {
      const ratio = median(times[other]) / median(times.known);
      trial.expect(`${other} to known`, Math.abs(ratio - 1) <= WITHIN ? 'alike' : ratio.toFixed(3), 'alike');
    }
    trial.figure = `medians ${names.map((name) => `${name} ${median(times[name]).toFixed(1)} ms`).join(', ')}`;
  },
};
