import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import * as attachments from '../src/attachments/attachments.schemas.ts';
import * as companion from '../src/companion/companion.schemas.ts';
import * as reportPhotos from '../src/report-photos/report-photos.schemas.ts';

/** Every schema with an id in the OpenAPI document. */
const named = [attachments, companion, reportPhotos]
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
      expect(schema.parse(example)).toEqual(example);
      expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(Object.keys(example)));
    }
  });
});
