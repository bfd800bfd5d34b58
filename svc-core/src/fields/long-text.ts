import { badRequest, optionalText, requiredText } from '@mainstay/service-kit';
import { z } from 'zod';

/** A description, a note or an address in a response. Lists, changes and the timeline treat it by this schema. */
export const longText = z.string();

/** Maximum length of a description, a note or an address in UTF-16 units (docs/decisions/0010). */
const LONGEST = 10_000;
const TOO_LONG = `At most ${LONGEST} characters.`;

/**
 * Clients of the released API know no limit and may send back longer existing texts unchanged, so the limit is not
 * documented as `maxLength`. Forms read `x-maxLength` (openapi.limits.ts).
 */
const documented = { description: TOO_LONG, 'x-maxLength': LONGEST };

export const requiredLongText = () => requiredText().meta(documented);
export const optionalLongText = () => optionalText().meta(documented);

const isTooLong = (text: unknown): boolean => typeof text === 'string' && text.length > LONGEST;

/** A long text of a new entity, where the limit always applies. */
export const limited = <Text extends z.ZodType<string | null | undefined>>(text: Text) =>
  text.refine((value) => !isTooLong(value), TOO_LONG).meta(documented);

/**
 * Checks the long texts of a change. A text from before the limit may stay unchanged, also when it is sent back.
 * @param fields those that may be long
 * @throws Problem 400 on each field that is too long
 */
export function requireLimits(before: object, changes: object, fields: readonly string[]): void {
  const tooLong = fields.filter((field) => {
    const text: unknown = Reflect.get(changes, field);
    return isTooLong(text) && text !== Reflect.get(before, field);
  });
  if (tooLong.length > 0) throw badRequest(Object.fromEntries(tooLong.map((field) => [field, [TOO_LONG]])));
}
