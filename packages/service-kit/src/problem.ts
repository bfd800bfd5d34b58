import { HttpException } from '@nestjs/common';
import { STATUS_CODES } from 'node:http';
import { z } from 'zod';

/** Messages by field; the key of a nested field is its path joined by dots. */
type FieldErrors = Record<string, string[]>;

/**
 * The error body of every service: RFC 9457 plus `requestId`, `errors` by field for a 400, 409 or 422, `missing` and
 * `existingId` for a 409.
 */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    requestId: z.string().optional(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    missing: z
      .array(z.string())
      .optional()
      .meta({ description: 'What has to be there first, in the order of `detail`.' }),
    existingId: z
      .string()
      .optional()
      .meta({ description: 'Of what is there already, for a 409. Left out if it is not visible to you.' }),
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
    description: 'An error (RFC 9457). `detail` is a sentence for a person; `errors` names fields.',
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

  constructor(status: number, detail: string, options: ProblemOptions = {}) {
    super({ detail }, status, { cause: options.cause });
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
      type: 'about:blank',
      title: STATUS_CODES[status] ?? 'Error',
      status,
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
    400,
    detail ??
      (field === undefined ? 'The request is not valid.' : `${field}: ${messages?.[0] ?? 'not valid'}`),
    { errors },
  );
}

/** 401. The word is fixed: browsers look for it (specification, section 8). */
export const unauthorized = (detail = 'Unauthorized'): Problem => new Problem(401, detail);

export const forbidden = (detail = 'You are not allowed to do this.'): Problem => new Problem(403, detail);

/** 404: not found or not visible, with the same text. */
export const notFound = (
  detail = 'Not found. It does not exist, or it belongs to a location that is not assigned to you.',
): Problem => new Problem(404, detail);

/** 409; `existingId` of what is there already. */
export const conflict = (detail: string, errors?: FieldErrors, existingId?: string): Problem =>
  new Problem(409, detail, { errors, existingId });

/** 409: something has to be there first. `detail` has a sentence for each. */
export const incomplete = (detail: string, missing: readonly string[]): Problem =>
  new Problem(409, detail, { missing });

/** 410: what changed since a cursor is not known, or not to the caller. `cursor` of now. */
export const gone = (cursor: string): Problem => new Problem(410, 'Read everything again.', { cursor });

/** 412: what the request is about has changed since it was read. */
export const preconditionFailed = (detail: string): Problem => new Problem(412, detail);

export const tooLarge = (detail: string): Problem => new Problem(413, detail);

export const unprocessable = (detail: string, errors?: FieldErrors): Problem =>
  new Problem(422, detail, { errors });

/** 429; `retryAfter` in whole seconds. */
export const tooManyRequests = (detail: string, retryAfter: number): Problem =>
  new Problem(429, detail, { headers: { 'Retry-After': String(retryAfter) } });

/** 503: a dependency is unavailable; `retryAfter` in whole seconds. */
export const unavailable = (detail: string, cause?: unknown, retryAfter = 1): Problem =>
  new Problem(503, detail, { headers: { 'Retry-After': String(retryAfter) }, cause });
