import { type AwsBody } from '@uppy/aws-s3';
import { EventManager, type Meta, type Uppy } from '@uppy/core';
import { type LocalUppyFile } from '@uppy/core/utils';
import { withRetries } from './retries.ts';
import { sendOnce } from './storage-request.ts';
import { inWidgetWords } from './upload-refusal.ts';

type Widget = Uppy<Meta, AwsBody>;

/** Files above this size are uploaded in parts. This and the following constants: specification, section 9. */
const LARGE_BYTES = 100 * 1024 * 1024;
const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_PARTS = 10_000;
const CONCURRENCY = 6;

/** A multipart upload in progress. */
export interface PartsUpload {
  key: string;
  uploadId: string;
}

export interface UploadedPart {
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
  complete: (upload: PartsUpload, parts: UploadedPart[]) => Promise<{ location: string; key: string }>;
  abort: (upload: PartsUpload) => Promise<unknown>;
}

/** The size of every part but the last, in bytes. */
export const partSize = (fileSize: number): number =>
  Math.max(MIN_PART_BYTES, Math.ceil(fileSize / MAX_PARTS));

/**
 * An Uppy plug-in that uploads files of more than 100 MB in parts, six at a time. Failed parts are retried; an
 * interrupted or paused upload resumes from the parts that the server has. Uploaders that are added later skip files
 * that this one has uploaded or failed.
 */
export function addPartsUploader(uppy: Widget, api: PartsApi): void {
  const underWay = new Set<string>();
  uppy.addUploader(async (fileIds) => {
    for (const file of fileIds.map((id) => uppy.getFile(id))) {
      if (file.isRemote || file.error || file.progress.uploadComplete) continue;
      if ((file.size ?? 0) <= LARGE_BYTES) continue;
      underWay.add(file.id);
      await new PartsSending(uppy, api, file).run();
      underWay.delete(file.id);
    }
  });
  // An upload in progress cleans up after itself.
  uppy.on('file-removed', (file) => {
    if (!file.s3Multipart || underWay.has(file.id)) return;
    api.abort(file.s3Multipart).catch((error: unknown) => uppy.log(error, 'warning'));
  });
}

/** The upload of one file. */
class PartsSending {
  private state: 'sending' | 'paused' | 'cancelled' = 'sending';
  private wake: () => void = () => undefined;
  /** Aborts the requests in flight. */
  private pass = new AbortController();
  private upload: PartsUpload | undefined;
  /** Uploaded bytes by part number. */
  private readonly sent = new Map<number, number>();
  private readonly data: Blob;

  constructor(
    private readonly uppy: Widget,
    private readonly api: PartsApi,
    private readonly file: LocalUppyFile<Meta, AwsBody>,
  ) {
    if (!file.data) throw new Error('The file is not there any more. Please choose it again.');
    this.data = file.data;
    this.upload = file.s3Multipart;
  }

  /** Resolves when the file is uploaded, has failed or was removed. */
  async run(): Promise<void> {
    const { uppy, file } = this;
    const events = this.listen();
    uppy.emit('upload-start', [file]);
    try {
      const result = await this.sendUnlessCancelled();
      if (!result) return;
      uppy.setFileState(file.id, { s3Multipart: undefined });
      uppy.emit('upload-success', uppy.getFile(file.id), {
        status: 200,
        body: { location: result.location, key: result.key },
        uploadURL: result.location,
      });
    } catch (error) {
      uppy.emit('upload-error', uppy.getFile(file.id), inWidgetWords(error));
    } finally {
      events.remove();
    }
  }

  private listen(): EventManager<Meta, AwsBody> {
    const events = new EventManager(this.uppy);
    const become = (state: PartsSending['state']) => () => {
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

  private async sendUnlessCancelled(): Promise<{ location: string; key: string } | undefined> {
    while (this.state !== 'cancelled') {
      if (this.state === 'paused') {
        await new Promise<void>((resolve) => (this.wake = resolve));
        continue;
      }
      this.pass = new AbortController();
      const { signal } = this.pass;
      try {
        return await this.sendMissing(signal);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }
    if (this.upload) await this.api.abort(this.upload);
    return undefined;
  }

  private async sendMissing(interrupted: AbortSignal): Promise<{ location: string; key: string }> {
    const { upload, arrived } = await this.begin();
    const size = partSize(this.data.size);
    const count = Math.ceil(this.data.size / size);
    const failed = new AbortController();
    const signal = AbortSignal.any([interrupted, failed.signal]);
    const parts = new Map(arrived.map(({ PartNumber, ETag }) => [PartNumber, ETag]));
    for (const number of parts.keys()) this.sent.set(number, this.slice(number, size).size);
    const missing = Array.from({ length: count }, (_, index) => index + 1).filter(
      (number) => !parts.has(number),
    );
    const sender = async () => {
      for (let number = missing.shift(); number !== undefined; number = missing.shift()) {
        parts.set(number, await this.sendPart(upload, number, this.slice(number, size), signal));
      }
    };
    try {
      await Promise.all(Array.from({ length: CONCURRENCY }, sender));
    } finally {
      // A permanent failure aborts the other parts.
      failed.abort();
    }
    const ordered = [...parts].sort(([a], [b]) => a - b);
    return this.api.complete(
      upload,
      ordered.map(([PartNumber, ETag]) => ({ PartNumber, ETag })),
    );
  }

  /**
   * Resumes the file's upload with its parts, or creates a new one. The upload's id survives a reload with the file.
   */
  private async begin(): Promise<{ upload: PartsUpload; arrived: UploadedPart[] }> {
    const arrived = this.upload && (await this.api.list(this.upload));
    if (this.upload && arrived) return { upload: this.upload, arrived };
    this.sent.clear();
    const { name, type } = this.file;
    this.upload = await this.api.create({ filename: name, type });
    this.uppy.setFileState(this.file.id, { s3Multipart: this.upload });
    return { upload: this.upload, arrived: [] };
  }

  /** @returns the part's ETag */
  private sendPart(upload: PartsUpload, number: number, body: Blob, signal: AbortSignal): Promise<string> {
    return withRetries(async () => {
      const url = await this.api.sign(upload, number);
      const onUploadProgress = ({ loaded }: ProgressEvent) => this.progress(number, loaded);
      const response = await sendOnce(url, { method: 'PUT', body, signal, onUploadProgress });
      const tag = response.getResponseHeader('ETag');
      if (tag === null) throw new Error('The storage does not say which part it took.');
      this.progress(number, body.size);
      return tag;
    }, signal);
  }

  private slice(number: number, size: number): Blob {
    return this.data.slice((number - 1) * size, number * size);
  }

  private progress(number: number, bytes: number): void {
    this.sent.set(number, bytes);
    this.uppy.emit('upload-progress', this.uppy.getFile(this.file.id), {
      uploadStarted: this.file.progress.uploadStarted ?? Date.now(),
      bytesUploaded: [...this.sent.values()].reduce((sum, sent) => sum + sent, 0),
      bytesTotal: this.data.size,
    });
  }
}
