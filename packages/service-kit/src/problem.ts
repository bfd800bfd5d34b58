import { HttpException } from '@nestjs/common';
import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { type CodeOf, type ProblemCode, statusOfCode } from './problem-codes.ts';

/** Messages by field; the key of a nested field is its path joined by dots. */
type FieldErrors = Record<string, string[]>;

/**
 * The error body of every service: RFC 9457 plus `code`, `requestId`, `errors` by field for a 400, 409 or 422, `missing`
 * and `existingId` for a 409, and `cursor` for a 410.
 */
export const problemSchema = z
  .object({
    type: z.string().meta({
      format: 'uri-reference',
      description: '`/problems/<code>`: a page that says what the code means and what to do.',
    }),
    title: z.string(),
    status: z.number().int(),
    code: z.string().meta({
      description: 'The cause, a stable word for programs. Later versions may add further ones.',
    }),
    detail: z.string(),
    requestId: z.string().optional(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    existingId: z
      .string()
      .optional()
      .meta({ description: 'Of what is there already, for a 409. Left out if it is not visible to you.' }),
    missing: z
      .array(z.string())
      .optional()
      .meta({ description: 'What has to be there first, in the order of `detail`.' }),
    cursor: z
      .string()
      .optional()
      .meta({ description: 'For a 410: where to go on after everything was read again.' }),
    message: z
      .string()
      .optional()
      .meta({ description: "The detail again, in responses to the upload widget's calls." }),
  })
  .meta({
    description: 'An error (RFC 9457). `code` is for programs, `detail` for a person; `errors` names fields.',
  });

interface ProblemOptions {
  errors?: FieldErrors | undefined;
  missing?: readonly string[];
  existingId?: string | undefined;
  cursor?: string;
  headers?: Record<string, string>;
  cause?: unknown;
  /** Sent without the request id, so that every response has the same bytes. */
  uniform?: boolean;
}

/** A response other than success. Thrown anywhere in a request and sent by the problem filter. */
export class Problem extends HttpException {
  readonly errors: FieldErrors | undefined;
  readonly missing: readonly string[] | undefined;
  readonly existingId: string | undefined;
  readonly cursor: string | undefined;
  readonly headers: Record<string, string>;
  private readonly isUniform: boolean;

  /** @param code decides the status */
  constructor(
    readonly code: ProblemCode,
    detail: string,
    options: ProblemOptions = {},
  ) {
    super({ detail }, statusOfCode(code), { cause: options.cause });
    this.message = detail;
    this.errors = options.errors;
    this.missing = options.missing;
    this.existingId = options.existingId;
    this.cursor = options.cursor;
    this.headers = options.headers ?? {};
    this.isUniform = options.uniform ?? false;
  }

  toBody(requestId?: string): z.infer<typeof problemSchema> {
    const status = this.getStatus();
    return {
      type: `/problems/${this.code}`,
      title: STATUS_CODES[status] ?? 'Error',
      status,
      code: this.code,
      detail: this.message,
      ...(requestId === undefined || this.isUniform ? {} : { requestId }),
      ...(this.errors === undefined ? {} : { errors: this.errors }),
      ...(this.missing === undefined ? {} : { missing: [...this.missing] }),
      ...(this.existingId === undefined ? {} : { existingId: this.existingId }),
      ...(this.cursor === undefined ? {} : { cursor: this.cursor }),
    };
  }
}

/** 400; `errors` has the messages of each field. */
export function badRequest(errors: FieldErrors, detail?: string): Problem {
  const [field, messages] = Object.entries(errors)[0] ?? [];
  return new Problem(
    'invalid',
    detail ??
      (field === undefined ? 'The request is not valid.' : `${field}: ${messages?.[0] ?? 'not valid'}`),
    { errors },
  );
}

/** 401 (RFC 6750, section 3). The word is fixed: browsers look for it (specification, section 8). */
export function unauthorized(code: CodeOf<401> = 'no_session', detail = 'Unauthorized'): Problem {
  const error = code.startsWith('token_') ? `, error="invalid_token", error_description="${code}"` : '';
  return new Problem(code, detail, { headers: { 'WWW-Authenticate': `Bearer realm="Mainstay"${error}` } });
}

export const forbidden = (code: CodeOf<403> = 'role', detail = 'You are not allowed to do this.'): Problem =>
  new Problem(code, detail);

/** 404: not found or not visible, with the same text. */
export const notFound = (
  detail = 'Not found. It does not exist, or it belongs to a location that is not assigned to you.',
): Problem => new Problem('not_found', detail);

/** 409; `existingId` of what is there already. */
export const conflict = (
  code: CodeOf<409>,
  detail: string,
  errors?: FieldErrors,
  existingId?: string,
): Problem => new Problem(code, detail, { errors, existingId });

/** 409: something has to be there first. `detail` has a sentence for each. */
export const incomplete = (code: CodeOf<409>, detail: string, missing: readonly string[]): Problem =>
  new Problem(code, detail, { missing });

/** 410: what changed since a cursor is not known, or not to the caller. `cursor` of now. */
export const gone = (cursor: string): Problem =>
  new Problem('cursor_gone', 'Read everything again.', { cursor });

/** 412: what the request is about has changed since it was read. */
export const preconditionFailed = (code: CodeOf<412>, detail: string): Problem => new Problem(code, detail);

export const tooLarge = (code: CodeOf<413>, detail: string): Problem => new Problem(code, detail);

export const unprocessable = (code: CodeOf<422>, detail: string, errors?: FieldErrors): Problem =>
  new Problem(code, detail, { errors });

/** 429; `retryAfter` in whole seconds. */
export const tooManyRequests = (detail: string, retryAfter: number): Problem =>
  new Problem('rate_limited', detail, { headers: { 'Retry-After': String(retryAfter) } });

/** 503: a dependency is unavailable; `retryAfter` in whole seconds. */
export const unavailable = (detail: string, cause?: unknown, retryAfter = 1): Problem =>
  new Problem('unavailable', detail, { headers: { 'Retry-After': String(retryAfter) }, cause });
