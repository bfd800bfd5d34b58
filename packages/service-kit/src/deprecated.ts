import { applyDecorators, Header } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

/** In documents: the day on which a call ends. */
export const SUNSET_EXTENSION = 'x-sunset';

/**
 * Announces the end of a call: its document says so, and each of its responses has `Deprecation` (RFC 9745) and `Sunset`
 * (RFC 8594). Both are days, `YYYY-MM-DD`, at least twelve months apart (docs/api-versions.md).
 * @param since when it was announced
 * @param until when it ends
 * @throws RangeError for less than twelve months
 */
export function Deprecated({ since, until }: { since: string; until: string }): MethodDecorator {
  const [from, to] = [new Date(since), new Date(until)];
  const earliest = new Date(from);
  earliest.setUTCFullYear(from.getUTCFullYear() + 1);
  if (!(to >= earliest)) throw new RangeError(`${since} to ${until} is less than twelve months`);
  return applyDecorators(
    ApiExtension(SUNSET_EXTENSION, until),
    Header('Deprecation', `@${from.getTime() / 1000}`),
    Header('Sunset', to.toUTCString()),
  );
}
