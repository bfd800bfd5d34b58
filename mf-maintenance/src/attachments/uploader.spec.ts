import { describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@mainstay/web-kit';
import {
  cancel,
  choose,
  down,
  fakeStorage,
  gapsAt,
  grant,
  PUT,
  record,
  shownError,
  start,
  storageResponds,
  StorageRequest,
  uploadAtOnce,
  uploader,
} from './testing/uploads.ts';

fakeStorage();

describe('the uploader', () => {
  it('takes one file of at most 10485760 bytes', () => {
    start();
    expect(() => choose('big.bin', 10_485_761)).toThrow(/exceeds maximum allowed size of 10 MB/);
    choose('fits.bin', 10_485_760);
    expect(() => choose('second.bin', 1)).toThrow(/only upload 1 file/);
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

describe('a file that is sent whole', () => {
  it('is sent again after 0, 1, 3 and 5 seconds, and fails then', async () => {
    start();
    storageResponds(PUT, down, { status: 0 }, down, { status: 429 }, down);
    choose('a.txt', 3);
    await uploadAtOnce();
    expect(gapsAt(PUT)).toEqual([0, 1000, 3000, 5000]);
    expect(shownError()).toBe('Non 2xx 500: An error.');
  });

  it('goes where it was granted when it is sent again by Retry, and is granted its own size', async () => {
    start();
    record.mockResolvedValue({});
    storageResponds(PUT, down, down, down, down, down);
    choose('a.txt', 3);
    await uploadAtOnce();
    await uploadAtOnce(() => uploader.retryAll());
    expect(grant.mock.calls).toEqual([[3]]);
    expect(record).toHaveBeenCalledWith(expect.objectContaining({ objectPath: 'uploads/1' }));
    expect(cancel).not.toHaveBeenCalled();
    uploader.cancelAll();
    expect(cancel).not.toHaveBeenCalled();
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

  it('waits until the browser is online', async () => {
    start();
    record.mockResolvedValue({});
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    choose('a.txt', 3);
    const done = uploader.upload();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(grant).toHaveBeenCalledTimes(1);
    expect(StorageRequest.sent).toEqual([]);
    onLine.mockReturnValue(true);
    dispatchEvent(new Event('online'));
    await done;
    expect(StorageRequest.sent).toHaveLength(1);
  });

  it('stops waiting when it is taken back', async () => {
    start();
    storageResponds(PUT, down, down, down);
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

  it('takes a file that is recorded already for recorded', async () => {
    start();
    record.mockRejectedValueOnce(
      new ApiError({
        status: 409,
        code: 'already_recorded',
        detail: 'Recorded.',
        errors: undefined,
        requestId: undefined,
      }),
    );
    choose('a.txt', 3);
    await uploadAtOnce();
    expect([shownError(), cancel.mock.calls]).toEqual([undefined, []]);
  });
});
