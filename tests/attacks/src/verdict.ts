import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ApiResponse } from '@mainstay/test-kit';
import type { ApiDocument, Route } from './documents.ts';

/** What is wrong with a response; undefined when nothing is. */
export type Verdict = (route: Route, response: ApiResponse, sentBody: unknown) => string | undefined;

/** Says what is wrong with a response by the documents: its status, its type, its body. */
export function judgeBy(documents: readonly ApiDocument[]): Verdict {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  for (const document of documents) ajv.addSchema(document, document.name);
  const pointer = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
  const verdictOn = (document: ApiDocument, place: readonly string[], value: unknown): string | undefined => {
    const validate = ajv.getSchema(`${document.name}#/${place.map(pointer).join('/')}`);
    if (!validate) return 'its schema is not found';
    return validate(value) === true ? undefined : ajv.errorsText(validate.errors);
  };
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
    // A list names its file in words (decision 74).
    if (type === 'text/csv' && operation.parameters?.some(({ name }) => name === 'format')) return undefined;
    const documented = response.content[type];
    if (!documented) return `the type ${type} is not documented`;
    if (type === 'text/event-stream') {
      const schemas = (documented.schema.oneOf ?? []).map(({ $ref = '' }) => $ref.split('/').at(-1) ?? '');
      for (const { event, data } of eventsIn(text)) {
        const schema = schemas.find((name) => name.toLowerCase() === `${event}event`);
        if (schema === undefined) return `the event "${event}" is not documented`;
        const verdict = verdictOn(document, ['components', 'schemas', schema], data);
        if (verdict !== undefined) return `the event "${event}": ${verdict}`;
      }
      return undefined;
    }
    const place = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', type];
    return verdictOn(document, [...place, 'schema'], type.endsWith('json') ? body : text);
  };
}

/** The complete events of a stream with the data that a page gets; undefined for data that is not JSON. */
function eventsIn(text: string): { event: string; data: unknown }[] {
  // Each ends with an empty line; an event that is cut off does not.
  const blocks = text.split('\n\n').slice(0, -1);
  return blocks.flatMap((block) => {
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
    const data = field('data');
    // Browsers ignore an event without data.
    return data === undefined ? [] : [{ event: field('event') ?? 'message', data: parsed(data) }];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
