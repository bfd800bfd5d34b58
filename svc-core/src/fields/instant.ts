/** A time in the type that TypeORM expects. */
export const optionalMoment = (value: string | null): Date | null =>
  value === null ? null : new Date(value);
