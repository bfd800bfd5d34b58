import sharp from 'sharp';

// On one thread, without caches, so that the service's memory does not grow.
sharp.concurrency(1);
sharp.cache(false);
// Allows only decoders for plain pictures in memory, not for SVG or PDF with scripts and links.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});

/** With the limits of this process. */
export { sharp };
