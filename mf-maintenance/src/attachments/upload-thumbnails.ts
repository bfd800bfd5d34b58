import type { Body, Meta, UppyFile } from '@uppy/core';
import type { Widget } from './storage-uploader.ts';

declare module '@uppy/core' {
  interface UppyEventMap<M extends Meta, B extends Body> {
    'thumbnail:request': (file: UppyFile<M, B>) => void;
  }
}

/** Pixels, and a part of 1 (specification, section 9). */
const [WIDTH, QUALITY] = [200, 0.8];

/**
 * Draws thumbnails for the widget. Its own generator draws a single file three times as wide, and in another quality.
 */
export function addThumbnails(uppy: Widget): void {
  const tried = new Set<string>();
  uppy.on('thumbnail:request', ({ id, type, data }) => {
    // The widget asks again whenever it draws a file without one.
    if (tried.has(id) || !type.startsWith('image/') || !(data instanceof Blob)) return;
    tried.add(id);
    thumbnailOf(data)
      .then((thumbnail) => uppy.setFileState(id, { preview: URL.createObjectURL(thumbnail) }))
      .catch((error: unknown) => uppy.log(error, 'warning'));
  });
  uppy.on('file-removed', ({ id, preview }) => {
    tried.delete(id);
    if (preview) URL.revokeObjectURL(preview);
  });
}

async function thumbnailOf(picture: Blob): Promise<Blob> {
  const image = await createImageBitmap(picture);
  const width = Math.min(WIDTH, image.width);
  const canvas = Object.assign(document.createElement('canvas'), {
    width,
    height: Math.max(1, Math.round((image.height * width) / image.width)),
  });
  const drawing = canvas.getContext('2d');
  if (drawing) {
    drawing.imageSmoothingQuality = 'high';
    // Transparent parts would become black.
    drawing.fillStyle = '#fff';
    drawing.fillRect(0, 0, canvas.width, canvas.height);
    drawing.drawImage(image, 0, 0, canvas.width, canvas.height);
  }
  image.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('this picture cannot be drawn'))),
      'image/jpeg',
      QUALITY,
    );
  });
}
