import { StandardSchemaValidationPipe } from '@nestjs/common';
import { badRequest, type Problem } from './problem.ts';

interface Issue {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
}

/** A 400 from a schema's issues: messages by field, unknown fields by name. */
export function problemFromIssues(issues: readonly Issue[]): Problem {
  // A map, because a field may be named __proto__.
  const errors = new Map<string, string[]>();
  let bodyMessage: string | undefined;
  for (const issue of issues) {
    const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part));
    const unknown = 'keys' in issue && Array.isArray(issue.keys) ? issue.keys.map(String) : [];
    if (unknown.length > 0) {
      for (const key of unknown) errors.set([...path, key].join('.'), ['Unknown field.']);
    } else if (path.length > 0) {
      const field = path.join('.');
      errors.set(field, [...(errors.get(field) ?? []), issue.message]);
    } else {
      bodyMessage = issue.message;
    }
  }
  return badRequest(
    Object.fromEntries(errors),
    bodyMessage === undefined ? undefined : `The body is not valid: ${bodyMessage}`,
  );
}

/**
 * Nest would silently remove `__proto__`, `constructor` and `prototype` from a body; the schemas reject them by name.
 */
class ValidationPipe extends StandardSchemaValidationPipe {
  protected override stripProtoKeys(): void {
    // The schemas reject these keys.
  }
}

/**
 * Validates `@Body({ schema })` and `@Query({ schema })`, as the global pipe of every service.
 * @throws Problem 400
 */
export const createValidationPipe = () => new ValidationPipe({ exceptionFactory: problemFromIssues });
