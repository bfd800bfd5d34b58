/** The longest side of a photo that is sent, in pixels. */
const LONGEST_SIDE = 2048;
const QUALITY = 0.82;

/** Fits a size into the longest side and keeps its proportions; a smaller one stays. */
export function fitted(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Draws a picture as a smaller JPEG: upright, and without metadata such as the place where it was taken.
 * @throws Error if it is not a picture that this browser can read
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const address = URL.createObjectURL(file);
  const canvas = document.createElement('canvas');
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    // Both already as the metadata say the picture is to be turned.
    Object.assign(canvas, fitted(image.naturalWidth, image.naturalHeight));
    const drawing = canvas.getContext('2d');
    if (drawing === null) throw new Error('this browser cannot draw');
    // Transparent parts of a PNG would become black.
    drawing.fillStyle = '#fff';
    drawing.fillRect(0, 0, canvas.width, canvas.height);
    drawing.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob === null ? reject(new Error('the picture is too large to draw')) : resolve(blob)),
        'image/jpeg',
        QUALITY,
      );
    });
  } finally {
    URL.revokeObjectURL(address);
    // Phones have little memory for canvases, and free it late.
    canvas.width = 0;
  }
}
