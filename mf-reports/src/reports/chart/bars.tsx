import { Bar, BarChart, LabelList, Text, XAxis, YAxis, type YAxisTickContentProps } from 'recharts';
import { type ChartData } from './chart-data.ts';

const words = { fill: 'var(--ms-text-soft)', fontSize: 13 } as const;
/** The thickest bar. */
const MAX_BAR = 36;
const MAX_NAME_WIDTH = 160;
/** Of a character of a value in a wide font. */
const CHARACTER = 9;
const label = { fill: 'var(--ms-text)', fontSize: 13, fontWeight: 600 } as const;

/** On two lines at the most. The class is that of the library's own words. */
const Name = ({ x, y, payload }: YAxisTickContentProps) => (
  <Text
    className="recharts-cartesian-axis-tick-value"
    // What is measured has the style alone.
    style={{ fontSize: words.fontSize }}
    x={x}
    y={y}
    width={MAX_NAME_WIDTH}
    maxLines={2}
    textAnchor="end"
    verticalAnchor="middle"
    {...words}
  >
    {String(payload.value)}
  </Text>
);

/**
 * Bars with their values in words beside them, for eyes alone: a table has the same figures.
 * @param barHeight of one ranked bar with its distance, in pixels
 * @param columnsHeight of all columns
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
      maxBarSize={isByMonth ? barHeight : Math.min(barHeight - 10, MAX_BAR)}
      isAnimationActive={false}
    >
      <LabelList dataKey="text" position={isByMonth ? 'top' : 'right'} {...label} />
    </Bar>
  );
  const groups = {
    type: 'category',
    dataKey: 'name',
    axisLine: false,
    tickLine: false,
    interval: 0,
  } as const;
  const longest = Math.max(...bars.map(({ text }) => text.length));
  const style = { width: '100%', height: isByMonth ? columnsHeight : bars.length * barHeight };
  const chart = { responsive: true, style, data: bars, accessibilityLayer: false } as const;
  return isByMonth ? (
    <BarChart {...chart} margin={{ top: 24, right: 8, bottom: 0, left: 8 }}>
      <XAxis {...groups} tick={words} />
      <YAxis type="number" hide />
      {series}
    </BarChart>
  ) : (
    <BarChart
      {...chart}
      layout="vertical"
      margin={{ top: 0, right: 12 + CHARACTER * longest, bottom: 0, left: 0 }}
    >
      <XAxis type="number" hide />
      <YAxis {...groups} width="auto" tick={(tick: YAxisTickContentProps) => <Name {...tick} />} />
      {series}
    </BarChart>
  );
}
