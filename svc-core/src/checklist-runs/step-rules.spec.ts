import { expect, it } from '@jest/globals';
import type { ChecklistStep } from '../checklists/checklists.schemas.ts';
import type { Result } from '../fields/check-results.ts';
import type { AnswerValue } from './checklist-runs.schemas.ts';
import { lacking, resultOf } from './step-rules.ts';

it.each<[kind: ChecklistStep['kind'], value: AnswerValue, result: Result | undefined]>([
  ['pass_fail', 'pass', 'pass'],
  ['pass_fail', 'fail', 'fail'],
  ['pass_fail', 'na', 'na'],
  ['pass_fail', true, undefined],
  ['pass_fail', 1, undefined],
  ['check', true, 'pass'],
  ['check', 'na', 'na'],
  ['check', 'fail', undefined],
  ['number', 33, 'pass'],
  ['number', 40, 'pass'],
  ['number', 32.9999, 'fail'],
  ['number', 40.0001, 'fail'],
  ['number', 'na', 'na'],
  ['number', 'pass', undefined],
  ['number', true, undefined],
])('a step of the kind %s answered with %j: %s', (kind, value, result) => {
  expect(resultOf({ kind, min: 33, max: 40 }, value)).toBe(result);
});

it('a number without limits passes', () => {
  expect(resultOf({ kind: 'number', min: null, max: null }, -999_999_999)).toBe('pass');
});

it.each<
  [required: boolean, photo: ChecklistStep['photo'], result: Result | null, photos: number, lacks: boolean]
>([
  [true, 'never', null, 0, true],
  [true, 'always', null, 1, true],
  [false, 'always', null, 0, false],
  [true, 'never', 'fail', 0, false],
  [true, 'on_fail', 'pass', 0, false],
  [true, 'on_fail', 'fail', 0, true],
  [true, 'on_fail', 'fail', 1, false],
  [true, 'always', 'pass', 0, true],
  [false, 'always', 'fail', 0, true],
  [true, 'always', 'pass', 1, false],
  [true, 'always', 'na', 0, false],
])('required %s, photo %s, result %s, %i photos: lacking %s', (required, photo, result, count, lacks) => {
  const step = { id: 'a', text: 'Floor', kind: 'pass_fail', unit: null, min: null, max: null } as const;
  const photos = Array.from({ length: count }, () => ({ id: 'p', url: '/p' }));
  const steps = [{ ...step, required, photo, onFail: 'none', priority: 'medium' } as const];
  expect(lacking(steps, [{ stepId: 'a', result, photos }])).toEqual(lacks ? ['Floor'] : []);
});
