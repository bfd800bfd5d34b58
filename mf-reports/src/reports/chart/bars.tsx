import { Bar, BarChart, LabelList, XAxis, YAxis } from 'recharts';
import { type ChartData } from './chart-data.ts';

const MAX_NAME = 16;
/** On one line. */
const shortened = (name: string) =>
  (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1).trimEnd()}…` : name).replaceAll(' ', '\u00a0');

const words = { fill: 'var(--ms-text-soft)', fontSize: 12.5 } as const;
const label = { fill: 'var(--ms-text)', fontSize: 12.5, fontWeight: 600 } as const;
const fill = { width: '100%', height: '100%' } as const;

/** Bars with their values in words beside them. It fills its box, and is for eyes alone: a table has the same figures. */
export function Bars({ bars, isByMonth }: Pick<ChartData, 'bars' | 'isByMonth'>) {
  const series = (
    <Bar dataKey="value" fill="var(--ms-brand)" radius={4} maxBarSize={28} isAnimationActive={false}>
      <LabelList dataKey="text" position={isByMonth ? 'top' : 'right'} {...label} />
    </Bar>
  );
  const names = { type: 'category', dataKey: 'name', axisLine: false, tickLine: false, interval: 0 } as const;
  const chart = { responsive: true, style: fill, data: bars, accessibilityLayer: false } as const;
  return isByMonth ? (
    <BarChart {...chart} margin={{ top: 24, right: 8, bottom: 0, left: 8 }}>
      <XAxis {...names} tick={words} />
      <YAxis type="number" hide />
      {series}
    </BarChart>
  ) : (
    <BarChart {...chart} layout="vertical" margin={{ top: 0, right: 56, bottom: 0, left: 0 }}>
      <XAxis type="number" hide />
      <YAxis {...names} width={128} tick={words} tickFormatter={shortened} />
      {series}
    </BarChart>
  );
}
