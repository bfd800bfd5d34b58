import { encode } from 'uqr';

/**
 * The QR code of a text that stays readable with a quarter of it dirty or torn (error correction Q).
 * @returns its modules a side, and an SVG path of the black ones in units of a module, as horizontal bars, without
 * the quiet zone around it
 */
export function qrPath(text: string): { size: number; path: string } {
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
