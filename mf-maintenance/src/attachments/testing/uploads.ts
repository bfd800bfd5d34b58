import { afterAll, afterEach, beforeAll, jest } from '@jest/globals';
import { type RecordAttachmentRequest } from '../attachments.queries.ts';
import { type PartsApi } from '../storage-uploader.ts';
import { createUploader } from '../uploader.ts';

let granted = 0;
/** Stand in for the calls of the service. */
export const grant = jest.fn<(fileSize: number) => Promise<{ uploadURL: string; objectPath: string }>>(() => {
  granted += 1;
  return Promise.resolve({
    uploadURL: `https://storage.example/put?sig=${granted}`,
    objectPath: `uploads/${granted}`,
  });
});
export const cancel = jest.fn<(objectPath: string) => Promise<unknown>>(() => Promise.resolve());
export const record = jest.fn<(request: RecordAttachmentRequest) => Promise<unknown>>();
export const uploadInParts = { key: 'uploads/8', uploadId: 'u-1' };
export const parts = {
  create: jest.fn<PartsApi['create']>(() => Promise.resolve(uploadInParts)),
  list: jest.fn<PartsApi['list']>(() => Promise.resolve([])),
  sign: jest.fn<PartsApi['sign']>((_upload, part) =>
    Promise.resolve(`https://storage.example/part?n=${part}`),
  ),
  complete: jest.fn<PartsApi['complete']>(({ key }) =>
    Promise.resolve({ key, location: 'https://storage.example/uploads/8' }),
  ),
  abort: jest.fn<PartsApi['abort']>(() => Promise.resolve()),
};
const create = (maxBytes: number) =>
  createUploader({ id: 'ticket-1', maxBytes, isSingle: true, api: { grant, cancel, parts, record } });
/** The one that was started last. */
export let uploader = create(1);

export const start = (maxBytes = 10_485_760) => {
  uploader = create(maxBytes);
  return uploader;
};
export const choose = (name: string, bytes: number) =>
  uploader.addFile({ name, type: 'text/plain', data: new Blob([new Uint8Array(bytes)]) });

interface StorageResponse {
  status: number;
  body?: string;
}

/** Stands in for the storage: takes every PUT that has no other response waiting. */
export class StorageRequest extends EventTarget {
  /** Responses by address, each for one PUT; status 0 stands for a connection that broke. */
  static responses = new Map<string, StorageResponse[]>();
  static open = 0;
  static mostOpen = 0;
  static sent: { method: string; url: string; body: unknown; at: number }[] = [];
  upload = new EventTarget();
  status = 0;
  readyState = 4;
  responseText = '';
  onload?: () => void;
  onerror?: () => void;
  #opened = { method: '', url: '' };
  open(method: string, url: string) {
    this.#opened = { method, url };
  }
  setRequestHeader() {
    // Any header is fine.
  }
  getResponseHeader(name: string) {
    return name === 'ETag' ? `"${this.#opened.url}"` : null;
  }
  abort() {
    // Nothing is under way.
  }
  send(body: unknown) {
    StorageRequest.sent.push({ ...this.#opened, body, at: Date.now() });
    StorageRequest.open += 1;
    StorageRequest.mostOpen = Math.max(StorageRequest.mostOpen, StorageRequest.open);
    const response = StorageRequest.responses.get(this.#opened.url)?.shift() ?? { status: 200 };
    this.status = response.status;
    this.responseText = response.body ?? '';
    setTimeout(() => {
      StorageRequest.open -= 1;
      if (this.status === 0) this.onerror?.();
      else this.onload?.();
    }, 0);
  }
}

/** Sets the responses to the next PUTs to an address. */
export const storageResponds = (url: string, ...responses: StorageResponse[]) =>
  StorageRequest.responses.set(url, responses);

/** Milliseconds between the PUTs to an address, without the one that the stand-in takes to respond. */
export function gapsAt(url: string): number[] {
  const times = StorageRequest.sent.filter((sent) => sent.url === url).map(({ at }) => at);
  return times.slice(1).map((time, index) => Math.floor((time - (times[index] ?? 0)) / 10) * 10);
}

/** What the widget shows of a file that failed. */
export const shownError = () => uploader.getFiles()[0]?.error;

/** Replaces the storage and starts anew for each test of the file that calls it. */
export function fakeStorage() {
  const { XMLHttpRequest: before } = globalThis;
  beforeAll(() => void Object.assign(globalThis, { XMLHttpRequest: StorageRequest }));
  afterEach(() => {
    uploader.destroy();
    jest.clearAllMocks();
    granted = 0;
    StorageRequest.sent = [];
    StorageRequest.responses.clear();
    StorageRequest.mostOpen = 0;
  });
  afterAll(() => void Object.assign(globalThis, { XMLHttpRequest: before }));
}

/** Where the first grant leads to. */
export const PUT = 'https://storage.example/put?sig=1';
/** The response of an unavailable storage. */
export const down = { status: 500, body: '{"detail":"An error."}' };

/** Runs an upload on a clock that skips all waiting. */
export async function uploadAtOnce(work: () => Promise<unknown> = () => uploader.upload()) {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
  const done = work();
  await jest.advanceTimersByTimeAsync(30_000);
  await done;
}

/** How S3 says why it refuses. */
export const xml = (code: string, message: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
