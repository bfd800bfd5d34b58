import { describe, expect, it, jest } from '@jest/globals';
import { partSize } from './storage-uploader.ts';
import {
  choose,
  down,
  fakeStorage,
  gapsAt,
  grant,
  parts,
  record,
  shownError,
  start,
  storageResponds,
  StorageRequest,
  uploadAtOnce,
  uploader,
  uploadInParts,
  xml,
} from './testing/uploads.ts';

fakeStorage();

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
      uploadInParts,
      numbers.map((number) => ({ PartNumber: number, ETag: `"${addressOf(number)}"` })),
    );
    expect(record).toHaveBeenCalledWith(expect.objectContaining({ objectPath: 'uploads/8', fileSize: SIZE }));
  });

  it('sends a part that failed again', async () => {
    begin();
    storageResponds(addressOf(3), { status: 500 });
    await uploader.upload();
    expect(StorageRequest.sent.filter(({ url }) => url === addressOf(3))).toHaveLength(2);
    expect(parts.complete).toHaveBeenCalledTimes(1);
  });

  it('sends a part again after 0, 1, 3 and 5 seconds, and fails then in the words of the widget', async () => {
    begin();
    storageResponds(addressOf(3), down, down, { status: 0 }, down, down);
    await uploadAtOnce();
    expect(gapsAt(addressOf(3))).toEqual([0, 1000, 3000, 5000]);
    expect(shownError()).toBe('Non 2xx 500: An error.');
    expect(parts.complete).not.toHaveBeenCalled();

    // Taken back now, it is given up at the service, too.
    uploader.cancelAll();
    expect(parts.abort).toHaveBeenCalledWith(uploadInParts);
  });

  it('does not send a part again that is refused', async () => {
    begin();
    storageResponds(addressOf(3), { status: 403, body: xml('AccessDenied', 'Request has expired') });
    await uploadAtOnce();
    expect(gapsAt(addressOf(3))).toEqual([]);
    expect(shownError()).toBe('Request has expired 403: Request has expired');
  });

  it('goes on from the parts that have arrived', async () => {
    begin();
    parts.complete.mockRejectedValueOnce(new Error('503: The file storage is temporarily unavailable.'));
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
    expect(parts.abort).toHaveBeenCalledWith(uploadInParts);
    expect(parts.complete).not.toHaveBeenCalled();
    expect(record).not.toHaveBeenCalled();
  });
});
