import { Param, type PipeTransform } from '@nestjs/common';
import { z } from 'zod';
import { notFound } from './problem.ts';

/** An id: a UUID of any version in canonical form. */
export const idSchema = z.guid();

const idOrNotFound: PipeTransform<string, string> = {
  transform(value) {
    if (!idSchema.safeParse(value).success) throw notFound();
    return value.toLowerCase();
  },
};

/** An id in the path. A value that is not a UUID cannot exist: 404 with the same text as an unknown id. */
export const IdParam = (name = 'id') => Param(name, idOrNotFound);
