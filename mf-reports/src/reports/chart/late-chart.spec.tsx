import { late } from '@mainstay/ui/base';
import { renderWithProviders } from '@mainstay/web-kit/testing';
import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { strings } from '../../strings.ts';
import { type ChartData } from './chart-data.ts';
import { LateChart } from './late-chart.tsx';

const data: ChartData = {
  isByMonth: false,
  isLate: false,
  bars: [{ name: 'Downtown', value: 3, text: '3' }],
  all: 1,
  months: undefined,
};

it('says so if the library cannot be loaded, and loads it on Retry', async () => {
  let isBroken = true;
  const load = () =>
    isBroken
      ? Promise.reject(new Error('no network'))
      : Promise.resolve({ Bars: ({ bars: [bar] }: Pick<ChartData, 'bars'>) => <i>{bar?.name}</i> });
  const { user } = renderWithProviders(<LateChart title="Repeats" data={data} bars={late(load)} />);
  expect(await screen.findByText(strings.charts.failed)).toBeVisible();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: strings.retry }));
  expect(await screen.findByText('Downtown')).toBeVisible();
  expect(screen.queryByText(strings.charts.failed)).not.toBeInTheDocument();
});
