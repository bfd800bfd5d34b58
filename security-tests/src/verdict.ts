import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ApiResponse } from './caller.ts';
import type { ApiDocument, Route } from './documents.ts';

/** What is wrong with a response; undefined when nothing is. */
export type Verdict = (route: Route, response: ApiResponse, sentBody: unknown) => string | undefined;

/** Says what is wrong with a response by the documents: its status, its type, its body. */
export function judgeBy(documents: readonly ApiDocument[]): Verdict {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  for (const document of documents) ajv.addSchema(document, document.name);
  const pointer = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
  return ({ document, method, path, operation }, { status, headers, body, text }, sent) => {
    if (status === 0) return 'no response';
    if (status >= 500) return 'a fault of the server';
    const response = operation.responses[status];
    // Any call may refuse a body that it does not take (docs/api.md).
    if (operation.requestBody === undefined && sent !== undefined && [400, 413, 415].includes(status))
      return undefined;
    if (!response) return 'the status is not documented';
    const type = (headers['content-type'] ?? '').split(';')[0] ?? '';
    if (!response.content) {
      // A redirect's text is for browsers that do not follow it.
      const isRedirect = status >= 300 && status < 400;
      return text === '' || isRedirect ? undefined : 'a body where none is documented';
    }
    if (!(type in response.content)) return `the type ${type} is not documented`;
    // The schema is that of each event's data, which the tests of svc-notifications check.
    if (type === 'text/event-stream') return undefined;
    const place = [
      'paths',
      path,
      method.toLowerCase(),
      'responses',
      String(status),
      'content',
      type,
      'schema',
    ];
    const validate = ajv.getSchema(`${document.name}#/${place.map(pointer).join('/')}`);
    if (!validate) return 'its schema is not found';
    return validate(body) === true ? undefined : ajv.errorsText(validate.errors);
  };
}
