export { answeredInstant, instant } from '@mainstay/service-kit';

/** A moment as TypeORM takes it. */
export const optionalMoment = (value: string | null): Date | null =>
  value === null ? null : new Date(value);
