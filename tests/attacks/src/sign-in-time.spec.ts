import { randomUUID } from 'node:crypto';
import { isWhole, test } from './attack.ts';
import { quantile } from '@mainstay/test-kit';

/** Turns, and how much the medians may differ. The short form only finds a password hash that is skipped. */
const [TURNS, WITHIN] = isWhole ? [120, 0.05] : [15, 0.3];
/** A machine that does other things too needs more of them before its medians say something. */
const MAX_TURNS = 4 * TURNS;

const isAlike = (ratio: number): boolean => Math.abs(ratio - 1) <= WITHIN;

test('tells accounts apart by time', async (setup, trial) => {
  const { anonymous } = setup;
  const inactive = await setup.hire('district_manager');
  await setup.admin.ask('PATCH', `/api/users/${inactive.id}/active`, { active: false });
  const known = await setup.hire('district_manager');
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
      ratio: quantile(times[other], 0.5) / quantile(times.known, 0.5),
    }));
  const areAlike = () => ratios().every(({ ratio }) => isAlike(ratio));
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    if (turn > 0 && turn % TURNS === 0 && areAlike()) break;
    // Below the limit of tries, above which tries are refused at once.
    if (turn % 5 === 0) await setup.forgetTries();
    // Each is first, second and third equally often.
    for (let place = 0; place < names.length; place += 1) {
      const name = names[(turn + place) % names.length] ?? 'known';
      const body = { email: kinds[name](), password: 'wrong password' };
      const { status, milliseconds } = await anonymous.ask('POST', '/api/login', body);
      trial.expect(`sign-in as ${name}`, status, 401);
      times[name].push(milliseconds);
    }
  }
  for (const { other, ratio } of ratios()) {
    trial.expect(`${other} to known`, isAlike(ratio) ? 'alike' : ratio.toFixed(3), 'alike');
  }
});
