import { badRequest } from '@mainstay/service-kit';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { IncomingMessage } from 'node:http';
import { finished, type Readable } from 'node:stream';

/** The field of the file; must be the last one, because fields after it are not read. */
const FILE_FIELD = 'file';

/** A form up to its file. Destroy the file unless it is read to the end. */
interface UploadForm {
  fields: URLSearchParams;
  file: Readable;
}

/**
 * Reads a multipart/form-data request up to its file, with only the few short fields before it in memory.
 * @throws Problem 400 when it is not such a form, or has no file.
 */
export function readForm(request: IncomingMessage): Promise<UploadForm> {
  return new Promise((resolve, reject) => {
    const refuse = (reason: string) => reject(badRequest({ [FILE_FIELD]: [reason] }));
    const form = openForm(request);
    const fields = new URLSearchParams();
    let file: Readable | undefined;
    form.on('field', (name, value) => {
      fields.append(name, value);
    });
    form.on('file', (_name, stream) => {
      file = stream;
      stream.on('close', stop);
      resolve({ fields, file: stream });
    });
    form.on('error', (error) => {
      file?.destroy(error instanceof Error ? error : new Error(String(error)));
      refuse('The form could not be read.');
    });
    for (const limit of ['fieldsLimit', 'partsLimit'] as const) {
      form.on(limit, () => {
        stop();
        refuse('The form has too many fields.');
      });
    }
    form.on('finish', () => refuse('Required.'));
    finished(request, { writable: false }, (error) => {
      if (!error) return;
      file?.destroy(error);
      refuse('The upload was interrupted.');
    });
    const stop = feed(request, form);
  });
}

/** Bytes in one piece, which may hold more than a thousand fields. */
const PIECE = 4096;

/** Writes the request to the form in pieces until the returned function is called, which leaves the rest unread. */
function feed(request: IncomingMessage, form: BusboyInstance): () => void {
  let isStopped = false;
  const write = (chunk: Buffer) => {
    let isFull = false;
    for (let at = 0; at < chunk.length && !isStopped; at += PIECE) {
      isFull = !form.write(chunk.subarray(at, at + PIECE));
    }
    if (!isFull || isStopped) return;
    request.pause();
    form.once('drain', () => request.resume());
  };
  const end = () => form.end();
  request.on('data', write).on('end', end);
  return () => {
    isStopped = true;
    request.off('data', write).off('end', end).pause();
  };
}

function openForm({ headers }: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      isPartAFile: (name) => name === FILE_FIELD,
      limits: { fields: 20, fieldSize: 8192, files: 1, parts: 21, headerPairs: 20, headerSize: 8192 },
    });
  } catch {
    throw badRequest({ [FILE_FIELD]: ['The form could not be read.'] });
  }
}
