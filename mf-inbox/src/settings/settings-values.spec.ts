import { expect, it } from '@jest/globals';
import { defaults } from '../../test/fixtures.ts';
import { requestOf, valuesOf } from './settings-values.ts';

const now = new Date('2024-03-05T12:00:00.000Z');

it('converts settings to form values and back', () => {
  expect(requestOf(valuesOf(defaults, now))).toEqual(defaults);
  const chosen = {
    ...defaults,
    kinds: { ...defaults.kinds, assigned: { inApp: false, email: 'digest' } as const },
    quietHours: { from: '22:00', to: '06:30' },
    pausedUntil: '2024-03-06T12:00:00.000Z',
  };
  expect(requestOf(valuesOf(chosen, now))).toEqual(chosen);
});

it('names the values as the service names the fields in its errors', () => {
  expect(valuesOf({ ...defaults, quietHours: { from: '22:00', to: '06:30' } }, now)).toMatchObject({
    'kinds.commented.inApp': true,
    'kinds.commented.email': 'digest',
    'quietHours.from': '22:00',
    'quietHours.to': '06:30',
    pausedUntil: '',
  });
});

it('sends no quiet hours without both times, and one alone as it is', () => {
  const values = valuesOf(defaults, now);
  expect(requestOf(values).quietHours).toBeNull();
  expect(requestOf({ ...values, 'quietHours.from': '22:00' }).quietHours).toEqual({ from: '22:00', to: '' });
});

it('shows no pause that is over', () => {
  expect(valuesOf({ ...defaults, pausedUntil: '2024-03-05T11:59:00.000Z' }, now).pausedUntil).toBe('');
});
