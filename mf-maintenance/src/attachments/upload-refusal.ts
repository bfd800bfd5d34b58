import { isApiError } from '@mainstay/web-kit';
import { NetworkError } from '@uppy/core/utils';
import { attachmentStrings } from './attachment-strings.ts';

/**
 * An error response to an upload, in the widget's words (specification, section 8). The widget also shows `details`,
 * the server's own message.
 */
export class UploadRefusal extends Error {
  override readonly name = 'UploadRefusal';

  constructor(
    message: string,
    /** HTTP status code. */
    readonly status: number,
    readonly details: string,
  ) {
    super(message);
  }
}

/** Converts any upload error to a message for the user. */
export function inWidgetWords(error: unknown): Error {
  if (error instanceof NetworkError && error.request !== null && error.request.status !== 0) {
    return refusalOf(error.request.status, error.request.responseText);
  }
  if (isApiError(error) && error.status === 401) {
    return new UploadRefusal(attachmentStrings.refusal.unauthorized, 401, error.message);
  }
  return error instanceof Error ? error : new Error(String(error));
}

/** Reads an error response of the storage: problem+json from the disk driver, XML from S3, or anything from a proxy. */
export function refusalOf(status: number, body: string): UploadRefusal {
  const { code, detail } = problemIn(body);
  const details = `${status}: ${detail}`;
  if (status !== 401 && status !== 403)
    return new UploadRefusal(attachmentStrings.refusal.refused, status, details);
  // S3 has no code for an expired address, only the sentence.
  const isExpired =
    code === undefined
      ? /Request has expired|<Code>ExpiredToken<\/Code>/i.test(body)
      : code === 'address_expired';
  return new UploadRefusal(
    isExpired ? attachmentStrings.refusal.expired : attachmentStrings.refusal.unauthorized,
    status,
    details,
  );
}

/** The readable message in a response body, else the whole body; and the code of a problem. */
function problemIn(body: string): { code?: string; detail: string } {
  const message = /<Message>([^<]+)<\/Message>/.exec(body)?.[1];
  if (message !== undefined) return { detail: message };
  try {
    const problem: unknown = JSON.parse(body);
    if (typeof problem !== 'object' || problem === null) return { detail: body };
    const detail: unknown = Reflect.get(problem, 'detail');
    const code: unknown = Reflect.get(problem, 'code');
    return { detail: typeof detail === 'string' ? detail : body, ...(typeof code === 'string' && { code }) };
  } catch {
    return { detail: body };
  }
}
