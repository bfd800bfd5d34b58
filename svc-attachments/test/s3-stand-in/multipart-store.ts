import { createHash, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Refusal } from './refusal.ts';

interface Upload {
  key: string;
  type: string | undefined;
  begunAt: Date;
  parts: Map<number, { body: Buffer; etag: string }>;
}

interface Call {
  method: string;
  headers: IncomingHttpHeaders;
  query: URLSearchParams;
  key: string;
  body: Buffer;
}

const MIN_PART_BYTES = 5 * 1024 * 1024;
/** S3 returns 1,000 per page; fewer here, to test paging. */
const PAGE = 10;

/** Multipart uploads with S3's rules. */
export class MultipartStore {
  readonly uploads = new Map<string, Upload>();

  /** @param store stores the joined object with the given type and returns its ETag */
  serve(
    { method, headers, query, key, body }: Call,
    response: ServerResponse,
    store: (whole: Buffer, type: string | undefined) => string,
  ): void {
    if (method === 'POST' && query.has('uploads')) {
      const id = randomUUID();
      this.uploads.set(id, { key, type: headers['content-type'], begunAt: new Date(), parts: new Map() });
      response.end(
        `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
      return;
    }
    const id = query.get('uploadId') ?? '';
    const upload = this.uploads.get(id);
    if (upload?.key !== key) throw new Refusal(404, 'NoSuchUpload');
    if (method === 'PUT') {
      const number = Number(query.get('partNumber'));
      if (!Number.isInteger(number) || number < 1 || number > 10_000)
        throw new Refusal(400, 'InvalidArgument');
      const etag = `"${createHash('md5').update(body).digest('hex')}"`;
      upload.parts.set(number, { body, etag });
      response.setHeader('ETag', etag).end();
    } else if (method === 'GET') {
      response.end(listParts(upload, Number(query.get('part-number-marker') ?? 0)));
    } else if (method === 'DELETE') {
      this.uploads.delete(id);
      response.writeHead(204).end();
    } else if (method === 'POST') {
      const etag = store(assemble(upload, body.toString()), upload.type);
      this.uploads.delete(id);
      response.end(
        `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>${etag}</ETag></CompleteMultipartUploadResult>`,
      );
    } else {
      throw new Refusal(405, 'MethodNotAllowed');
    }
  }
}

/** The response of ListMultipartUploads: sorted by key, and for the same key by start. */
export function listUploads({ uploads }: MultipartStore, query: URLSearchParams): string {
  const found = [...uploads]
    .filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''))
    .sort(([, a], [, b]) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  const rest = found.slice(found.findIndex(([id]) => id === query.get('upload-id-marker')) + 1);
  const page = rest.slice(0, PAGE);
  const entries = page.map(
    ([id, { key, begunAt }]) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
  );
  const [last, { key = '' } = {}] = page.at(-1) ?? [];
  const next = `<NextKeyMarker>${key}</NextKeyMarker><NextUploadIdMarker>${last}</NextUploadIdMarker>`;
  const isTruncated = rest.length > PAGE;
  return `<ListMultipartUploadsResult>${entries.join('')}<IsTruncated>${isTruncated}</IsTruncated>${
    isTruncated ? next : ''
  }</ListMultipartUploadsResult>`;
}

function listParts({ parts }: Upload, after: number): string {
  const rest = [...parts].filter(([number]) => number > after).sort(([a], [b]) => a - b);
  const page = rest.slice(0, PAGE);
  const entries = page.map(
    ([number, { body, etag }]) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag><Size>${body.length}</Size></Part>`,
  );
  const more = rest.length > PAGE;
  // Named after the last page, too, as Ceph does.
  const next = `<NextPartNumberMarker>${page.at(-1)?.[0] ?? 0}</NextPartNumberMarker>`;
  return `<ListPartsResult><IsTruncated>${more}</IsTruncated>${next}${entries.join('')}</ListPartsResult>`;
}

function assemble({ parts }: Upload, document: string): Buffer {
  const claimed = [...document.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)<\/PartNumber>/.exec(part)?.[1]),
    etag: (/<ETag>(.*?)<\/ETag>/.exec(part)?.[1] ?? '').replace(/&quot;|"/g, ''),
  }));
  if (claimed.length === 0) throw new Refusal(400, 'MalformedXML');
  const bodies = claimed.map(({ number, etag }, index) => {
    if (index > 0 && number <= (claimed[index - 1]?.number ?? 0)) throw new Refusal(400, 'InvalidPartOrder');
    const part = parts.get(number);
    if (part?.etag !== `"${etag}"`) throw new Refusal(400, 'InvalidPart');
    if (index < claimed.length - 1 && part.body.length < MIN_PART_BYTES)
      throw new Refusal(400, 'EntityTooSmall');
    return part.body;
  });
  return Buffer.concat(bodies);
}
