import { z } from 'zod';

/** A body that changes some of the fields of an entity. */
export const changeRequest = <Fields extends z.ZodRawShape>(
  fields: Fields,
  { id, ...meta }: { id: string; description?: string; examples: object[] },
) =>
  z
    .strictObject(fields)
    .partial()
    .meta({ id, description: 'The fields to change; omitted fields are kept.', ...meta });
