import { Button, Placeholder } from '@mainstay/ui/base';
import { useEffect, useState } from 'react';
import { strings } from '../../strings.ts';
import { type Bars } from './bars.tsx';
import { type ChartData, MAX_BARS } from './chart-data.ts';
import styles from './late-chart.module.css';

/** Of a bar with its distance, in pixels: where there are few, they take the room of the others. */
const [BAR_HEIGHT, MAX_BAR_HEIGHT] = [28, 84];
const boxHeight = MAX_BARS * BAR_HEIGHT;

const loadBars = () => import(/* webpackChunkName: "charts" */ './bars.tsx');

/**
 * A chart of a report, whose library is loaded with the first one. Without it, the table still has the figures.
 * @param data undefined while the report is loading
 * @param title what the bars are
 */
export function LateChart({
  data,
  title,
  load = loadBars,
}: {
  data: ChartData | undefined;
  title: string;
  load?: () => Promise<{ Bars: typeof Bars }>;
}) {
  const [Chart, setChart] = useState<typeof Bars>();
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    if (isFailed) return;
    // Not React.lazy, which caches a failure for good.
    load().then(
      (loaded) => setChart(() => loaded.Bars),
      () => setFailed(true),
    );
  }, [load, isFailed]);
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.title}>{title}</figcaption>
      <div className={styles.chart} style={{ minHeight: boxHeight }}>
        {isFailed ? (
          <p>
            {strings.charts.failed}{' '}
            <Button type="link" onClick={() => setFailed(false)}>
              {strings.retry}
            </Button>
          </p>
        ) : Chart && data ? (
          <div aria-hidden="true">
            <Chart
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
