import { type CSSProperties, useMemo } from 'react';
import { strings } from '../strings.ts';
import { type Sticker } from './make-stickers.ts';
import { type PaperId, PAPERS } from './papers.ts';
import { qrPath } from '@mainstay/web-kit/qr-path';
import styles from './sheets.module.css';
import { printStrings } from './print-strings.ts';

/** White modules around a code, without which cameras do not find it. */
const QUIET = 4;

/** The measures of the style sheet, in units of `--u`. */
function measures(id: PaperId): CSSProperties {
  const { name: _, ...numbers } = PAPERS[id];
  return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [`--${name}`, value]));
}

/** One page of stickers, in units of `--u`, which is a millimetre on paper; outlines alone without stickers. */
export function Sheet({ paper, stickers }: { paper: PaperId; stickers?: readonly Sticker[] }) {
  const { name, columns, rows } = PAPERS[paper];
  return (
    <div className={styles.sheet} data-paper={paper} style={measures(paper)}>
      {stickers
        ? stickers.map((sticker) => <StickerView key={sticker.target.key} sticker={sticker} />)
        : Array.from({ length: columns * rows }, (_, at) => (
            <div key={at} className={styles.outline}>
              {name}
            </div>
          ))}
    </div>
  );
}

function StickerView({
  sticker: {
    address,
    target: { equipment, store },
  },
}: {
  sticker: Sticker;
}) {
  // Breaks before the code, if it needs to.
  const [place = '', code = ''] = address.replace(/^https?:\/\//, '').split(/(?<=\/r\/)/);
  const { size, path } = useMemo(() => qrPath(address), [address]);
  const side = size + 2 * QUIET;
  return (
    <div className={styles.sticker}>
      <svg
        className={styles.code}
        viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
        shapeRendering="crispEdges"
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
      <div className={styles.words}>
        <p className={styles.name}>{equipment?.name ?? store.name}</p>
        <p className={styles.number}>{strings.storeNumber(store.storeNumber)}</p>
        {equipment ? <p className={styles.store}>{store.name}</p> : null}
        <p className={styles.report} lang="en">
          {printStrings.onSticker.report}
        </p>
        <p className={styles.spanish} lang="es">
          {printStrings.onSticker.reportInSpanish}
        </p>
        <p className={styles.address}>
          {place}
          <wbr />
          {code}
        </p>
      </div>
    </div>
  );
}
