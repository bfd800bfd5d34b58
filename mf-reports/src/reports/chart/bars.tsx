import { Bar, BarChart, LabelList, XAxis, YAxis } from 'recharts';
import { type ChartData } from './chart-data.ts';

const MAX_NAME = 18;
/** On one line. */
const shortened = (name: string) =>
  (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1).trimEnd()}…` : name).replaceAll(' ', '\u00a0');

const words = { fill: 'var(--ms-text-soft)', fontSize: 13 } as const;
const label = { fill: 'var(--ms-text)', fontSize: 13, fontWeight: 600 } as const;

/**
 * Bars with their values in words beside them, for eyes alone: a table has the same figures.
 * @param barHeight of one ranked bar with its distance, in pixels @param columnsHeight of all columns
 */
export function Bars({
  bars,
  isByMonth,
  isLate,
  barHeight,
  columnsHeight,
}: Pick<ChartData, 'bars' | 'isByMonth' | 'isLate'> & { barHeight: number; columnsHeight: number }) {
  const series = (
    <Bar
      dataKey="value"
      fill={isLate ? 'var(--ms-danger)' : 'var(--ms-brand)'}
      radius={4}
      maxBarSize={isByMonth ? barHeight : barHeight - 10}
      isAnimationActive={false}
    >
      <LabelList dataKey="text" position={isByMonth ? 'top' : 'right'} {...label} />
    </Bar>
  );
  const names = { type: 'category', dataKey: 'name', axisLine: false, tickLine: false, interval: 0 } as const;
  const style = { width: '100%', height: isByMonth ? columnsHeight : bars.length * barHeight };
  const chart = { responsive: true, style, data: bars, accessibilityLayer: false } as const;
  return isByMonth ? (
    <BarChart {...chart} margin={{ top: 24, right: 8, bottom: 0, left: 8 }}>
      <XAxis {...names} tick={words} />
      <YAxis type="number" hide />
      {series}
    </BarChart>
  ) : (
    <BarChart {...chart} layout="vertical" margin={{ top: 0, right: 84, bottom: 0, left: 0 }}>
      <XAxis type="number" hide />
      <YAxis {...names} width={128} tick={words} tickFormatter={shortened} />
      {series}
    </BarChart>
  );
}
