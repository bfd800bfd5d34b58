import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import * as assignments from '../src/assignments/assignments.schemas.ts';
import * as audit from '../src/audit/audit.schemas.ts';
import * as equipment from '../src/equipment/equipment.schemas.ts';
import * as intake from '../src/intake/intake.schemas.ts';
import * as intakeCodes from '../src/intake-codes/intake-codes.schemas.ts';
import * as locations from '../src/locations/locations.schemas.ts';
import * as projects from '../src/projects/projects.schemas.ts';
import * as recurringTasks from '../src/recurring-tasks/recurring-tasks.schemas.ts';
import * as stats from '../src/stats/stats.schemas.ts';
import * as tasks from '../src/tasks/tasks.schemas.ts';
import * as tickets from '../src/tickets/tickets.schemas.ts';

/** Every schema with an id in the OpenAPI document. */
const named = [
  assignments,
  audit,
  equipment,
  intake,
  intakeCodes,
  locations,
  projects,
  recurringTasks,
  stats,
  tasks,
  tickets,
]
  .flatMap((module): unknown[] => Object.values(module))
  .filter((value) => value instanceof z.ZodObject)
  .flatMap((schema) => {
    const meta = schema.meta();
    return typeof meta?.id === 'string' ? [[meta.id, schema, meta['examples']] as const] : [];
  });

describe('examples in the OpenAPI document', () => {
  it.each(named)('%s', (_id, schema, examples) => {
    const given = z.array(z.record(z.string(), z.unknown())).min(1).parse(examples);
    for (const example of given) {
      expect(schema.parse(example)).toMatchObject(
        Object.fromEntries(Object.entries(example).filter(([, value]) => typeof value === 'string')),
      );
      expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(Object.keys(example)));
    }
  });
});
