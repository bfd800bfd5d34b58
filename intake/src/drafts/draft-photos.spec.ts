import 'fake-indexeddb/auto';
import { expect, it, jest } from '@jest/globals';
import { forgetDraftPhotos, readDraftPhotos, writeDraftPhotos } from './draft-photos.ts';

const photos = [new Blob(['one']), new Blob(['two'])];
const textsOf = (blobs: Blob[] | undefined) => Promise.all((blobs ?? []).map((blob) => blob.text()));

it('chosen photos are there for the next page of the tab, by code', async () => {
  expect(await readDraftPhotos('fryer')).toBeUndefined();
  await writeDraftPhotos('fryer', photos);
  expect(await textsOf(await readDraftPhotos('fryer'))).toEqual(['one', 'two']);
  expect(await readDraftPhotos('cooler')).toBeUndefined();
  await writeDraftPhotos('fryer', []);
  expect(await readDraftPhotos('fryer')).toEqual([]);
});

it('another tab does not see them', async () => {
  await writeDraftPhotos('fryer', photos);
  sessionStorage.clear();
  expect(await readDraftPhotos('fryer')).toBeUndefined();
});

it('nothing that is still being written comes back after they are forgotten', async () => {
  void writeDraftPhotos('fryer', photos);
  await forgetDraftPhotos('fryer');
  expect(await readDraftPhotos('fryer')).toBeUndefined();
});

it('those of a closed tab are gone after a day', async () => {
  await writeDraftPhotos('fryer', photos);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 25 * 3_600_000);
  expect(await readDraftPhotos('cooler')).toBeUndefined();
  jest.restoreAllMocks();
  expect(await readDraftPhotos('fryer')).toBeUndefined();
});
