import { badRequest } from '@mainstay/service-kit';

/**
 * Accepts no body or an empty object.
 * @throws Problem 400
 */
export function refuseFields(body: unknown): void {
  const fields = Object.keys(body ?? {});
  if (fields.length === 0) return;
  throw badRequest(Object.fromEntries(fields.map((field) => [field, ['Unknown field.']])));
}
