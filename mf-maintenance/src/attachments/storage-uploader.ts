import { type Body, EventManager, type Meta, type Uppy } from '@uppy/core';
import {
  filterFilesToEmitUploadStarted,
  filterFilesToUpload,
  type LocalUppyFile,
  TaskQueue,
} from '@uppy/core/utils';
import { type Purpose } from './attachments.queries.ts';
import { withRetries } from './retries.ts';
import { sendOnce } from './storage-request.ts';
import { inWidgetWords } from './upload-refusal.ts';

/** What is known of an uploaded file. */
export interface Uploaded extends Body {
  location: string;
  key: string;
}

/** What is said of the files: what a picture shows. */
export type UploadMeta = Meta & { purpose?: Purpose };
/** An Uppy whose files go to the storage. */
export type Widget = Uppy<UploadMeta, Uploaded>;

type UploadFile = LocalUppyFile<UploadMeta, Uploaded>;

declare module '@uppy/core/utils' {
  interface LocalUppyFile<M extends Meta, B extends Body> {
    /** Survives a reload with the file. */
    s3Multipart?: PartsUpload | undefined;
  }
}

/** Files above this size are uploaded in parts. This and the following constants: specification, section 9. */
const LARGE_BYTES = 100 * 1024 * 1024;
const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_PARTS = 10_000;
const CONCURRENCY = 6;

/** A multipart upload in progress. */
interface PartsUpload {
  key: string;
  uploadId: string;
}

interface UploadedPart {
  PartNumber: number;
  ETag: string;
}

/** The API calls for multipart uploads. */
export interface PartsApi {
  create: (file: { filename: string; type: string }) => Promise<PartsUpload>;
  /** The parts that the server has; undefined if it does not know the upload any more. */
  list: (upload: PartsUpload) => Promise<UploadedPart[] | undefined>;
  /** The URL to PUT a part to. */
  sign: (upload: PartsUpload, partNumber: number) => Promise<string>;
  complete: (upload: PartsUpload, parts: UploadedPart[]) => Promise<Uploaded>;
  abort: (upload: PartsUpload) => Promise<unknown>;
}

/** The API calls for the uploads of files. */
interface StorageApi {
  /** The URL to PUT a whole file to, and the key that the service gives it. */
  target: (fileId: string) => Promise<{ url: string; key: string }>;
  parts: PartsApi;
}

/** The size of every part but the last, in bytes. */
export const partSize = (fileSize: number): number =>
  Math.max(MIN_PART_BYTES, Math.ceil(fileSize / MAX_PARTS));

/**
 * Has Uppy upload files to the storage: whole, or in parts if they have more than 100 MB, with at most six requests
 * at a time. Failed requests are retried; an interrupted or paused upload resumes from the parts that the server has.
 */
export function addStorageUploader(uppy: Widget, api: StorageApi): void {
  const underWay = new Set<string>();
  const queue = new TaskQueue({ concurrency: CONCURRENCY });
  uppy.setState({ capabilities: { ...uppy.getState().capabilities, resumableUploads: true } });
  uppy.addUploader(async (fileIds) => {
    const files = filterFilesToUpload(uppy.getFilesByIds(fileIds));
    uppy.emit('upload-start', filterFilesToEmitUploadStarted(files));
    const uploads = files.map(async (file) => {
      if (file.isRemote) return;
      underWay.add(file.id);
      await new Sending(uppy, api, queue, file).run();
      underWay.delete(file.id);
    });
    await Promise.all(uploads);
  });
  // An upload in progress cleans up after itself.
  uppy.on('file-removed', (file) => {
    if (file.isRemote || !file.s3Multipart || underWay.has(file.id)) return;
    api.parts.abort(file.s3Multipart).catch((error: unknown) => uppy.log(error, 'warning'));
  });
}

/** The upload of one file. */
class Sending {
  private state: 'sending' | 'paused' | 'cancelled' = 'sending';
  private wake: () => void = () => undefined;
  /** Aborts the requests in flight. */
  private pass = new AbortController();
  private upload: PartsUpload | undefined;
  /** Uploaded bytes by part number. */
  private readonly sent = new Map<number, number>();

  constructor(
    private readonly uppy: Widget,
    private readonly api: StorageApi,
    private readonly queue: TaskQueue,
    private readonly file: UploadFile,
  ) {
    this.upload = file.s3Multipart;
  }

  /** Resolves when the file is uploaded, has failed or was removed. */
  async run(): Promise<void> {
    const { uppy, file } = this;
    const events = this.listen();
    try {
      if (!file.data) throw new Error('The file is not there any more. Please choose it again.');
      const body = await this.sendUnlessCancelled(file.data);
      if (!body) return;
      uppy.setFileState(file.id, { s3Multipart: undefined });
      uppy.emit('upload-success', uppy.getFile(file.id), { status: 200, body, uploadURL: body.location });
    } catch (error) {
      uppy.emit('upload-error', uppy.getFile(file.id), inWidgetWords(error));
    } finally {
      events.remove();
    }
  }

  private listen(): EventManager<UploadMeta, Uploaded> {
    const events = new EventManager(this.uppy);
    const become = (state: Sending['state']) => () => {
      if (this.state === 'cancelled') return;
      this.state = state;
      this.pass.abort();
      this.wake();
    };
    events.onFilePause(this.file.id, (isPaused) => become(isPaused ? 'paused' : 'sending')());
    events.onPauseAll(this.file.id, become('paused'));
    events.onResumeAll(this.file.id, become('sending'));
    events.onFileRemove(this.file.id, become('cancelled'));
    events.onCancelAll(this.file.id, become('cancelled'));
    return events;
  }

  private async sendUnlessCancelled(data: Blob): Promise<Uploaded | undefined> {
    while (this.state !== 'cancelled') {
      if (this.state === 'paused') {
        await new Promise<void>((resolve) => (this.wake = resolve));
        continue;
      }
      this.pass = new AbortController();
      const { signal } = this.pass;
      try {
        return await (data.size > LARGE_BYTES
          ? this.sendMissing(data, signal)
          : this.sendWhole(data, signal));
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }
    if (this.upload) await this.api.parts.abort(this.upload);
    return undefined;
  }

  private async sendWhole(data: Blob, signal: AbortSignal): Promise<Uploaded> {
    const { url, key } = await this.api.target(this.file.id);
    const headers = { 'Content-Type': this.file.type || 'application/octet-stream' };
    await this.send(1, data, () => Promise.resolve(url), signal, headers);
    return { location: url.replace(/\?.*/, ''), key };
  }

  private async sendMissing(data: Blob, interrupted: AbortSignal): Promise<Uploaded> {
    const { upload, arrived } = await this.begin();
    const size = partSize(data.size);
    const slice = (number: number) => data.slice((number - 1) * size, number * size);
    const failed = new AbortController();
    const signal = AbortSignal.any([interrupted, failed.signal]);
    const parts = new Map(arrived.map(({ PartNumber, ETag }) => [PartNumber, ETag]));
    for (const number of parts.keys()) this.sent.set(number, slice(number).size);
    const numbers = Array.from({ length: Math.ceil(data.size / size) }, (_, index) => index + 1);
    const sendPart = async (number: number) => {
      const sign = () => this.api.parts.sign(upload, number);
      const tag = (await this.send(number, slice(number), sign, signal)).getResponseHeader('ETag');
      if (tag === null) throw new Error('The storage does not say which part it took.');
      parts.set(number, tag);
    };
    try {
      await Promise.all(numbers.filter((number) => !parts.has(number)).map(sendPart));
    } finally {
      // A permanent failure aborts the other parts.
      failed.abort();
    }
    const ordered = [...parts].sort(([a], [b]) => a - b);
    return this.api.parts.complete(
      upload,
      ordered.map(([PartNumber, ETag]) => ({ PartNumber, ETag })),
    );
  }

  /** Resumes the file's upload with its parts, or creates a new one. */
  private async begin(): Promise<{ upload: PartsUpload; arrived: UploadedPart[] }> {
    const arrived = this.upload && (await this.api.parts.list(this.upload));
    if (this.upload && arrived) return { upload: this.upload, arrived };
    this.sent.clear();
    const { name, type } = this.file;
    this.upload = await this.api.parts.create({ filename: name, type });
    this.uppy.setFileState(this.file.id, { s3Multipart: this.upload });
    return { upload: this.upload, arrived: [] };
  }

  /** Sends a part, or the whole file as part 1, in its turn. */
  private send(
    number: number,
    body: Blob,
    sign: () => Promise<string>,
    signal: AbortSignal,
    headers: Record<string, string> = {},
  ): Promise<XMLHttpRequest> {
    const onUploadProgress = ({ loaded }: ProgressEvent) => this.progress(number, loaded);
    return this.queue.add(async () => {
      const attempt = async () => {
        signal.throwIfAborted();
        return sendOnce(await sign(), { method: 'PUT', body, signal, headers, onUploadProgress });
      };
      const response = await withRetries(attempt, signal);
      this.progress(number, body.size);
      return response;
    });
  }

  private progress(number: number, bytes: number): void {
    this.sent.set(number, bytes);
    this.uppy.emit('upload-progress', this.uppy.getFile(this.file.id), {
      uploadStarted: this.file.progress.uploadStarted ?? Date.now(),
      bytesUploaded: [...this.sent.values()].reduce((sum, sent) => sum + sent, 0),
      bytesTotal: this.file.size,
    });
  }
}
