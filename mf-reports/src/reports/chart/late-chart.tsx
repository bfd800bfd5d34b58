import { Button, Placeholder, late, type Late } from '@mainstay/ui/base';
import { strings } from '../../strings.ts';
import { type Bars } from './bars.tsx';
import { type ChartData, MAX_BARS } from './chart-data.ts';
import styles from './late-chart.module.css';

/** Of a bar with its distance, in pixels: where there are few, they take the room of the others. */
const [BAR_HEIGHT, MAX_BAR_HEIGHT] = [26, 84];
const boxHeight = MAX_BARS * BAR_HEIGHT;

const lateBars = late(() => import(/* webpackChunkName: "charts" */ './bars.tsx'));

/**
 * A chart of a report, whose library is loaded with the first one. Without it, the table still has the figures.
 * @param data undefined while the report is loading
 * @param title what the bars are
 */
export function LateChart({
  data,
  title,
  bars = lateBars,
}: {
  data: ChartData | undefined;
  title: string;
  bars?: Pick<Late<{ Bars: typeof Bars }>, 'usePart'>;
}) {
  const { part, failure, retry } = bars.usePart();
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.title}>{title}</figcaption>
      <div className={styles.chart} style={{ minHeight: boxHeight }}>
        {failure ? (
          <p>
            {strings.charts.failed}{' '}
            <Button type="link" onClick={retry}>
              {strings.retry}
            </Button>
          </p>
        ) : part && data ? (
          <div aria-hidden="true">
            <part.Bars
              {...data}
              barHeight={data.isByMonth ? BAR_HEIGHT : Math.min(MAX_BAR_HEIGHT, boxHeight / data.bars.length)}
              columnsHeight={boxHeight}
            />
          </div>
        ) : (
          <Placeholder height={`${boxHeight}px`} />
        )}
      </div>
    </figure>
  );
}
