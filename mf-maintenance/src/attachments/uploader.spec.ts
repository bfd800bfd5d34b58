import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { type RecordAttachmentRequest } from './attachments.queries.ts';
import { type PartsApi, partSize } from './parts-uploader.ts';
import { createUploader } from './uploader.ts';

const grant = jest.fn(() =>
  Promise.resolve({ uploadURL: 'https://storage.example/put?sig=1', objectPath: 'uploads/7' }),
);
const record = jest.fn<(request: RecordAttachmentRequest) => Promise<unknown>>();
const upload = { key: 'uploads/8', uploadId: 'u-1' };
const parts = {
  create: jest.fn<PartsApi['create']>(() => Promise.resolve(upload)),
  list: jest.fn<PartsApi['list']>(() => Promise.resolve([])),
  sign: jest.fn<PartsApi['sign']>((_upload, part) =>
    Promise.resolve(`https://storage.example/part?n=${part}`),
  ),
  complete: jest.fn<PartsApi['complete']>(({ key }) =>
    Promise.resolve({ key, location: 'https://storage.example/uploads/8' }),
  ),
  abort: jest.fn<PartsApi['abort']>(() => Promise.resolve()),
};
let uploader: ReturnType<typeof createUploader>;

const start = (maxBytes = 10_485_760) => {
  uploader = createUploader({ id: 'ticket-1', maxBytes, grant, parts, record });
  return uploader;
};
const choose = (name: string, bytes: number) =>
  uploader.addFile({ name, type: 'text/plain', data: new Blob([new Uint8Array(bytes)]) });

/** Stands in for the storage: takes every PUT. */
class AcceptingRequest extends EventTarget {
  /** Addresses whose next PUT fails. */
  static failures = new Set<string>();
  static open = 0;
  static mostOpen = 0;
  static sent: { method: string; url: string; body: unknown }[] = [];
  upload = new EventTarget();
  status = 200;
  readyState = 4;
  responseText = '';
  response = '';
  onload?: () => void;
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
    AcceptingRequest.sent.push({ ...this.#opened, body });
    AcceptingRequest.open += 1;
    AcceptingRequest.mostOpen = Math.max(AcceptingRequest.mostOpen, AcceptingRequest.open);
    if (AcceptingRequest.failures.delete(this.#opened.url)) this.status = 500;
    setTimeout(() => {
      AcceptingRequest.open -= 1;
      this.onload?.();
    }, 0);
  }
}

afterEach(() => {
  uploader.destroy();
  jest.clearAllMocks();
  AcceptingRequest.sent = [];
  AcceptingRequest.failures.clear();
  AcceptingRequest.mostOpen = 0;
});

describe('the uploader', () => {
  it('takes one file of at most 10485760 bytes', () => {
    start();
    expect(() => choose('big.bin', 10_485_761)).toThrow(/exceeds maximum allowed size of 10 MB/);
    choose('fits.bin', 10_485_760);
    expect(() => choose('second.bin', 1)).toThrow(/only upload 1 file/);
  });

  it('starts nothing by itself', () => {
    start();
    choose('a.txt', 3);
    expect(grant).not.toHaveBeenCalled();
  });

  it('has what it sent recorded under the name the service gave it, and sends again when that is refused', async () => {
    Object.assign(globalThis, { XMLHttpRequest: AcceptingRequest });
    record.mockRejectedValueOnce(new Error('409: Not there yet.')).mockResolvedValue({});
    start();
    const succeeded = jest.fn();
    const failed = jest.fn();
    uploader.on('postprocess-complete', succeeded);
    uploader.on('upload-error', failed);
    choose('a.txt', 3);

    await uploader.upload();
    expect(failed).toHaveBeenCalledTimes(1);
    expect(succeeded).not.toHaveBeenCalled();
    expect(uploader.getFiles()[0]?.error).toBe('409: Not there yet.');

    await uploader.retryAll();
    expect(AcceptingRequest.sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'PUT https://storage.example/put?sig=1',
      'PUT https://storage.example/put?sig=1',
    ]);
    expect(record).toHaveBeenLastCalledWith({
      fileName: 'a.txt',
      fileType: 'text/plain',
      fileSize: 3,
      objectPath: 'uploads/7',
    });
    expect(succeeded).toHaveBeenCalledTimes(1);
  });
});

const MB = 1024 * 1024;

describe('a file of more than 100 MB', () => {
  const SIZE = 102 * MB;
  const numbers = Array.from({ length: 21 }, (_, index) => index + 1);
  const addressOf = (number: number) => `https://storage.example/part?n=${number}`;
  const begin = () => {
    Object.assign(globalThis, { XMLHttpRequest: AcceptingRequest });
    record.mockResolvedValue({});
    start(300 * MB);
    choose('manual.pdf', SIZE);
  };

  it('has parts of 5 MB, or of a ten-thousandth of its size', () => {
    expect(partSize(SIZE)).toBe(5 * MB);
    expect(partSize(50_000 * MB + 1)).toBe(5 * MB + 1);
  });

  it('is sent in parts, six at a time, completed in their order and recorded', async () => {
    begin();
    await uploader.upload();
    expect(grant).not.toHaveBeenCalled();
    expect(AcceptingRequest.sent.map(({ url }) => url).toSorted()).toEqual(numbers.map(addressOf).toSorted());
    expect(AcceptingRequest.sent.map(({ body }) => (body as Blob).size)).toEqual(
      numbers.map((number) => (number === 21 ? 2 * MB : 5 * MB)),
    );
    expect(AcceptingRequest.mostOpen).toBe(6);
    expect(parts.complete).toHaveBeenCalledWith(
      upload,
      numbers.map((number) => ({ PartNumber: number, ETag: `"${addressOf(number)}"` })),
    );
    expect(record).toHaveBeenCalledWith(expect.objectContaining({ objectPath: 'uploads/8', fileSize: SIZE }));
  });

  it('sends a part that failed again', async () => {
    begin();
    AcceptingRequest.failures.add(addressOf(3));
    await uploader.upload();
    expect(AcceptingRequest.sent.filter(({ url }) => url === addressOf(3))).toHaveLength(2);
    expect(parts.complete).toHaveBeenCalledTimes(1);
  });

  it('goes on from the parts that have arrived', async () => {
    begin();
    parts.complete.mockRejectedValueOnce(new Error('503: The file storage is away.'));
    const failed = jest.fn();
    uploader.on('upload-error', failed);
    await uploader.upload();
    expect(failed).toHaveBeenCalledTimes(1);
    expect(record).not.toHaveBeenCalled();

    AcceptingRequest.sent = [];
    const arrived = numbers.slice(0, 19).map((PartNumber) => ({ PartNumber, ETag: 'there' }));
    parts.list.mockResolvedValueOnce(arrived);
    await uploader.retryAll();
    expect(AcceptingRequest.sent.map(({ url }) => url)).toEqual([addressOf(20), addressOf(21)]);
    expect(parts.create).toHaveBeenCalledTimes(1);
    expect(parts.complete.mock.calls[1]?.[1].slice(0, 19)).toEqual(arrived);
    expect(record).toHaveBeenCalledTimes(1);
  });

  it('is given up at the service too when it is taken back', async () => {
    begin();
    parts.sign.mockImplementationOnce(() => {
      uploader.cancelAll();
      return Promise.reject(new Error('too late'));
    });
    await uploader.upload();
    expect(parts.abort).toHaveBeenCalledWith(upload);
    expect(parts.complete).not.toHaveBeenCalled();
    expect(record).not.toHaveBeenCalled();
  });
});
