import { encode } from 'uqr';

/** A QR code as an SVG path in units of its modules, without the quiet zone around it. */
export interface QrPath {
  /** Modules a side. */
  size: number;
  /** Black modules, as horizontal bars. */
  path: string;
}

/** The code of a text that stays readable with a quarter of it dirty or torn (error correction Q). */
export function qrPath(text: string): QrPath {
  const { size, data } = encode(text, { ecc: 'Q', border: 0 });
  const bars = data.flatMap((row, y) => {
    const starts = row.flatMap((isBlack, x) => (isBlack && !row[x - 1] ? [x] : []));
    return starts.map((x) => {
      const end = row.indexOf(false, x);
      const width = (end === -1 ? size : end) - x;
      return `M${x} ${y}h${width}v1h-${width}z`;
    });
  });
  return { size, path: bars.join('') };
}
