import { Param, type PipeTransform } from '@nestjs/common';
import { z } from 'zod';
import { notFound } from './problem.ts';

/** An id: a UUID of any version in its canonical form. */
export const idSchema = z.guid();

const idOrNotFound: PipeTransform<string, string> = {
  transform(value) {
    if (!idSchema.safeParse(value).success) throw notFound();
    return value.toLowerCase();
  },
};

/** A path's id. What is not a UUID cannot exist: 404, in the same words as an unknown one. */
export const IdParam = (name = 'id') => Param(name, idOrNotFound);
