import { isApiError } from '@mainstay/web-kit';
import { NetworkError } from '@uppy/core/utils';
import { strings } from '../strings.ts';

/**
 * An answer other than success to an upload, in the widget's words (specification, section 8). The widget shows `details`,
 * what the server itself said, beside them.
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

/** Whatever ended an upload, in words for the person who uploads. */
export function inWidgetWords(error: unknown): Error {
  if (error instanceof NetworkError && error.request !== null && error.request.status !== 0) {
    return refusalOf(error.request.status, error.request.responseText);
  }
  if (isApiError(error) && error.status === 401) {
    return new UploadRefusal(strings.upload.unauthorized, 401, error.message);
  }
  return error instanceof Error ? error : new Error(String(error));
}

/** An answer of the storage: problem+json of the folder, XML of S3, or whatever stands in between. */
export function refusalOf(status: number, body: string): UploadRefusal {
  const details = `${status}: ${sentenceOf(body)}`;
  if (status !== 401 && status !== 403) return new UploadRefusal(strings.upload.refused, status, details);
  const isExpired = /Request has expired|<Code>ExpiredToken<\/Code>/i.test(body);
  return new UploadRefusal(isExpired ? strings.upload.expired : strings.upload.unauthorized, status, details);
}

/** What the server said to people; all it said where that is not to be found. */
function sentenceOf(body: string): string {
  const message = /<Message>([^<]+)<\/Message>/.exec(body)?.[1];
  if (message !== undefined) return message;
  try {
    const problem: unknown = JSON.parse(body);
    const detail: unknown =
      typeof problem === 'object' && problem !== null ? Reflect.get(problem, 'detail') : undefined;
    return typeof detail === 'string' ? detail : body;
  } catch {
    return body;
  }
}
