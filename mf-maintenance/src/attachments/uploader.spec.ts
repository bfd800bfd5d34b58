import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@mainstay/web-kit';
import { type RecordAttachmentRequest } from './attachments.queries.ts';
import { type PartsApi, partSize } from './parts-uploader.ts';
import { createUploader } from './uploader.ts';

let granted = 0;
const grant = jest.fn<(fileSize: number) => Promise<{ uploadURL: string; objectPath: string }>>(() => {
  granted += 1;
  return Promise.resolve({
    uploadURL: `https://storage.example/put?sig=${granted}`,
    objectPath: `uploads/${granted}`,
  });
});
const cancel = jest.fn<(objectPath: string) => Promise<unknown>>(() => Promise.resolve());
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
  uploader = createUploader({ id: 'ticket-1', maxBytes, api: { grant, cancel, parts, record } });
  return uploader;
};
const choose = (name: string, bytes: number) =>
  uploader.addFile({ name, type: 'text/plain', data: new Blob([new Uint8Array(bytes)]) });

interface StorageAnswer {
  status: number;
  body?: string;
}

/** Stands in for the storage: takes every PUT that has no other answer waiting. */
class StorageRequest extends EventTarget {
  /** Answers by address, each for one PUT; status 0 stands for a connection that broke. */
  static answers = new Map<string, StorageAnswer[]>();
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
    const answer = StorageRequest.answers.get(this.#opened.url)?.shift() ?? { status: 200 };
    this.status = answer.status;
    this.responseText = answer.body ?? '';
    setTimeout(() => {
      StorageRequest.open -= 1;
      if (this.status === 0) this.onerror?.();
      else this.onload?.();
    }, 0);
  }
}
Object.assign(globalThis, { XMLHttpRequest: StorageRequest });

/** Has the storage answer the next PUTs to an address so. */
const storageAnswers = (url: string, ...answers: StorageAnswer[]) => StorageRequest.answers.set(url, answers);

/** Milliseconds between the PUTs to an address, without the one that the stand-in takes to answer. */
function gapsAt(url: string): number[] {
  const times = StorageRequest.sent.filter((sent) => sent.url === url).map(({ at }) => at);
  return times.slice(1).map((time, index) => Math.floor((time - (times[index] ?? 0)) / 10) * 10);
}

/** What the widget shows of a file that failed. */
const shownError = () => uploader.getFiles()[0]?.error;

afterEach(() => {
  uploader.destroy();
  jest.clearAllMocks();
  jest.useRealTimers();
  granted = 0;
  StorageRequest.sent = [];
  StorageRequest.answers.clear();
  StorageRequest.mostOpen = 0;
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
    record.mockRejectedValueOnce(new Error('503: Not now.')).mockResolvedValue({});
    start();
    const succeeded = jest.fn();
    const failed = jest.fn();
    uploader.on('postprocess-complete', succeeded);
    uploader.on('upload-error', failed);
    choose('a.txt', 3);

    await uploader.upload();
    expect(failed).toHaveBeenCalledTimes(1);
    expect(succeeded).not.toHaveBeenCalled();
    expect(uploader.getFiles()[0]?.error).toBe('503: Not now.');

    await uploader.retryAll();
    expect(StorageRequest.sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'PUT https://storage.example/put?sig=1',
      'PUT https://storage.example/put?sig=1',
    ]);
    expect(record).toHaveBeenLastCalledWith({
      fileName: 'a.txt',
      fileType: 'text/plain',
      fileSize: 3,
      objectPath: 'uploads/1',
    });
    expect(succeeded).toHaveBeenCalledTimes(1);
  });
});

const PUT = 'https://storage.example/put?sig=1';
const down = { status: 500, body: '{"detail":"An error."}' };

/** Runs an upload on a clock that skips all waiting. */
async function uploadAtOnce(work: () => Promise<unknown> = () => uploader.upload()) {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
  const done = work();
  await jest.advanceTimersByTimeAsync(30_000);
  await done;
}

describe('a file that is sent whole', () => {
  it('is sent again after 0, 1, 3 and 5 seconds, and fails then', async () => {
    start();
    storageAnswers(PUT, down, { status: 0 }, down, { status: 429 }, down);
    choose('a.txt', 3);
    await uploadAtOnce();
    expect(gapsAt(PUT)).toEqual([0, 1000, 3000, 5000]);
    expect(shownError()).toBe('Non 2xx 500: An error.');
  });

  it('goes through as soon as the storage takes it', async () => {
    start();
    record.mockResolvedValue({});
    storageAnswers(PUT, down, down);
    choose('a.txt', 3);
    await uploadAtOnce();
    expect(gapsAt(PUT)).toEqual([0, 1000]);
    expect(record).toHaveBeenCalledTimes(1);
    expect(shownError()).toBeUndefined();
  });

  it('goes where it was granted when it is sent again by Retry, and is granted its own size', async () => {
    start();
    record.mockResolvedValue({});
    storageAnswers(PUT, down, down, down, down, down);
    choose('a.txt', 3);
    await uploadAtOnce();
    await uploadAtOnce(() => uploader.retryAll());
    expect(grant.mock.calls).toEqual([[3]]);
    expect(record).toHaveBeenCalledWith(expect.objectContaining({ objectPath: 'uploads/1' }));
    expect(cancel).not.toHaveBeenCalled();
    uploader.cancelAll();
    expect(cancel).not.toHaveBeenCalled();
  });

  it('gives its grant back when it is taken back after a failure', async () => {
    start();
    storageAnswers(PUT, down, down, down, down, down);
    choose('a.txt', 3);
    await uploadAtOnce();
    uploader.cancelAll();
    expect(cancel.mock.calls).toEqual([['uploads/1']]);
  });

  it('gives a grant back that comes when it was taken back already', async () => {
    start();
    choose('a.txt', 3);
    grant.mockImplementationOnce((size) => {
      uploader.cancelAll();
      return Promise.resolve({ uploadURL: PUT, objectPath: `uploads/of-${size}` });
    });
    await uploadAtOnce();
    expect(cancel.mock.calls).toEqual([['uploads/of-3']]);
    expect(StorageRequest.sent).toEqual([]);
  });

  it('stops waiting when it is taken back', async () => {
    start();
    storageAnswers(PUT, down, down, down);
    choose('a.txt', 3);
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
    const done = uploader.upload();
    await jest.advanceTimersByTimeAsync(500);
    uploader.cancelAll();
    await jest.advanceTimersByTimeAsync(30_000);
    await done;
    expect(gapsAt(PUT)).toEqual([0]);
    expect(cancel.mock.calls).toEqual([['uploads/1']]);
  });

  it.each([404, 409])('gets a new grant once its own is void (%i)', async (status) => {
    start();
    record
      .mockRejectedValueOnce(
        new ApiError({ status, detail: 'Void.', errors: undefined, requestId: undefined }),
      )
      .mockResolvedValue({});
    choose('a.txt', 3);
    await uploadAtOnce();
    expect(cancel.mock.calls).toEqual([['uploads/1']]);
    await uploadAtOnce(() => uploader.retryAll());
    expect(record).toHaveBeenLastCalledWith(expect.objectContaining({ objectPath: 'uploads/2' }));
  });
});

const xml = (code: string, message: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
const problem = (status: number, detail: string) => JSON.stringify({ status, detail });

describe.each([
  {
    storage: 'disk',
    expired: { status: 403, body: problem(403, 'Request has expired. Please ask for a new address.') },
    unsigned: { status: 403, body: problem(403, 'This address is not valid. Please ask for a new one.') },
    refused: { status: 413, body: problem(413, 'A file may have at most 10 bytes.') },
    said: [
      '403: Request has expired. Please ask for a new address.',
      '403: This address is not valid. Please ask for a new one.',
      '413: A file may have at most 10 bytes.',
    ],
  },
  {
    storage: 'S3',
    expired: { status: 403, body: xml('AccessDenied', 'Request has expired') },
    unsigned: { status: 403, body: xml('SignatureDoesNotMatch', 'The signature does not match.') },
    refused: { status: 400, body: xml('EntityTooLarge', 'Your upload is too large.') },
    said: [
      '403: Request has expired',
      '403: The signature does not match.',
      '400: Your upload is too large.',
    ],
  },
])('what $storage refuses', ({ expired, unsigned, refused, said }) => {
  it.each([
    [expired, 'Request has expired', said[0]],
    [unsigned, 'Authorization required', said[1]],
    [refused, 'Non 2xx', said[2]],
  ])('is told in the words of the widget, once, and gets a new grant (%#)', async (answer, text, details) => {
    start();
    const failed = jest.fn<(file: unknown, error: { message: string }) => void>();
    uploader.on('upload-error', failed);
    const notices: unknown[] = [];
    uploader.on('info-visible', () => notices.push(uploader.getState().info.at(-1)));
    storageAnswers(PUT, answer);
    choose('a.txt', 3);
    await uploadAtOnce();
    expect(failed.mock.calls.map(([, { message }]) => message)).toEqual([text]);
    expect(shownError()).toBe(`${text} ${details}`);
    expect(notices).toMatchObject([{ message: 'Failed to upload a.txt', details: `${text} ${details}` }]);
    expect(StorageRequest.sent).toHaveLength(1);
    expect(cancel.mock.calls).toEqual([['uploads/1']]);
  });
});

it('a session that has ended is told in the words of the widget, whatever call notices', async () => {
  const unauthorized = new ApiError({
    status: 401,
    detail: 'Unauthorized',
    errors: undefined,
    requestId: undefined,
  });
  start();
  grant.mockRejectedValueOnce(unauthorized);
  choose('a.txt', 3);
  await uploadAtOnce();
  expect(shownError()).toBe('Authorization required 401: Unauthorized');

  record.mockRejectedValueOnce(unauthorized);
  await uploadAtOnce(() => uploader.retryAll());
  expect(shownError()).toBe('Authorization required 401: Unauthorized');
});

const MB = 1024 * 1024;

describe('a file of more than 100 MB', () => {
  const SIZE = 102 * MB;
  const numbers = Array.from({ length: 21 }, (_, index) => index + 1);
  const addressOf = (number: number) => `https://storage.example/part?n=${number}`;
  const begin = () => {
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
    expect(StorageRequest.sent.map(({ url }) => url).toSorted()).toEqual(numbers.map(addressOf).toSorted());
    expect(StorageRequest.sent.map(({ body }) => (body as Blob).size)).toEqual(
      numbers.map((number) => (number === 21 ? 2 * MB : 5 * MB)),
    );
    expect(StorageRequest.mostOpen).toBe(6);
    expect(parts.complete).toHaveBeenCalledWith(
      upload,
      numbers.map((number) => ({ PartNumber: number, ETag: `"${addressOf(number)}"` })),
    );
    expect(record).toHaveBeenCalledWith(expect.objectContaining({ objectPath: 'uploads/8', fileSize: SIZE }));
  });

  it('sends a part that failed again', async () => {
    begin();
    storageAnswers(addressOf(3), { status: 500 });
    await uploader.upload();
    expect(StorageRequest.sent.filter(({ url }) => url === addressOf(3))).toHaveLength(2);
    expect(parts.complete).toHaveBeenCalledTimes(1);
  });

  it('sends a part again after 0, 1, 3 and 5 seconds, and fails then in the words of the widget', async () => {
    begin();
    storageAnswers(addressOf(3), down, down, { status: 0 }, down, down);
    await uploadAtOnce();
    expect(gapsAt(addressOf(3))).toEqual([0, 1000, 3000, 5000]);
    expect(shownError()).toBe('Non 2xx 500: An error.');
    expect(parts.complete).not.toHaveBeenCalled();

    // Taken back now, it is given up at the service, too.
    uploader.cancelAll();
    expect(parts.abort).toHaveBeenCalledWith(upload);
  });

  it('does not send a part again that is refused', async () => {
    begin();
    storageAnswers(addressOf(3), { status: 403, body: xml('AccessDenied', 'Request has expired') });
    await uploadAtOnce();
    expect(gapsAt(addressOf(3))).toEqual([]);
    expect(shownError()).toBe('Request has expired 403: Request has expired');
  });

  it('goes on from the parts that have arrived', async () => {
    begin();
    parts.complete.mockRejectedValueOnce(new Error('503: The file storage is away.'));
    const failed = jest.fn();
    uploader.on('upload-error', failed);
    await uploader.upload();
    expect(failed).toHaveBeenCalledTimes(1);
    expect(record).not.toHaveBeenCalled();

    StorageRequest.sent = [];
    const arrived = numbers.slice(0, 19).map((PartNumber) => ({ PartNumber, ETag: 'there' }));
    parts.list.mockResolvedValueOnce(arrived);
    await uploader.retryAll();
    expect(StorageRequest.sent.map(({ url }) => url)).toEqual([addressOf(20), addressOf(21)]);
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
