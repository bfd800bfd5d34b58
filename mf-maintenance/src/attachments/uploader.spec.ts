import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { type RecordAttachmentRequest } from './attachments.queries.ts';
import { createUploader } from './uploader.ts';

const grant = jest.fn(() =>
  Promise.resolve({ uploadURL: 'https://storage.example/put?sig=1', objectPath: 'uploads/7' }),
);
const record = jest.fn<(request: RecordAttachmentRequest) => Promise<unknown>>();
let uploader: ReturnType<typeof createUploader>;

const start = () => {
  uploader = createUploader({ id: 'ticket-1', grant, record });
  return uploader;
};
const choose = (name: string, bytes: number) =>
  uploader.addFile({ name, type: 'text/plain', data: new Blob([new Uint8Array(bytes)]) });

/** Stands in for the storage: takes every PUT. */
class AcceptingRequest extends EventTarget {
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
  getResponseHeader() {
    return null;
  }
  abort() {
    // Nothing is under way.
  }
  send(body: unknown) {
    AcceptingRequest.sent.push({ ...this.#opened, body });
    setTimeout(() => this.onload?.(), 0);
  }
}

afterEach(() => {
  uploader.destroy();
  jest.clearAllMocks();
  AcceptingRequest.sent = [];
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
