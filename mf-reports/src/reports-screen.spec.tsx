import { fakeApi, problem, renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { useLocation } from '@mainstay/ui/router';
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type UserEvent } from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import {
  downtown,
  overdueReport,
  overdueRow,
  period,
  repeatsReport,
  speedReport,
  speedRow,
  spendReport,
  spendRow,
} from '../test/fixtures.ts';
import { ReportsScreen } from './reports-screen.tsx';
import { strings } from './strings.ts';

const { questions } = strings;

/** The queries of the requests for reports, each with its question. */
let asked: string[] = [];
const answers = {
  overdue: overdueReport(overdueRow(48, 12, 75)),
  repeats: repeatsReport(64, 7, 10.9),
  spend: spendReport(spendRow(0)),
  speed: speedReport(speedRow(9, null)),
};
const store = { ...downtown, storeNumber: '0101', city: 'Portland' };

const api = fakeApi(
  returns('/config.json', { currency: 'USD' }),
  returns('/api/locations', [store]),
  returns(`/api/locations/${downtown.id}`, store),
  http.get<{ question: keyof typeof answers }>(
    '*/api/reports/:question',
    ({ params: { question }, request }) => {
      asked.push(`${question}${new URL(request.url).search}`);
      return HttpResponse.json(answers[question]);
    },
  ),
);

function Address() {
  return <i data-testid="address">{useLocation().search}</i>;
}

/** Shows the table of a card. */
const showTable = async (user: UserEvent, question: keyof typeof questions) =>
  user.click(await card(question).findByRole('button', { name: strings.showTable }));

/** Shows the screen, and waits for the answers. */
async function open(search = `?from=${period.from}&to=${period.to}`) {
  asked = [];
  const shown = renderWithProviders(
    <>
      <ReportsScreen />
      <Address />
    </>,
    { path: `/reports${search}` },
  );
  await waitFor(() => expect(asked).toHaveLength(4));
  return shown;
}

const card = (question: keyof typeof questions) =>
  within(screen.getByRole('region', { name: questions[question] }));
const address = () => screen.getByTestId('address').textContent;

describe('the answers', () => {
  it('shows four, each with its table', async () => {
    const { user } = await open();
    expect(
      await card('overdue').findByText('12 of 48 open tickets are overdue, the oldest by 3.1 days.'),
    ).toBeVisible();
    expect(await card('repeats').findByText(/^7 of 64 tickets were repeats/)).toBeVisible();
    expect(await card('spend').findByText('No costs in this period.')).toBeVisible();
    expect(card('spend').queryByRole('button', { name: strings.showTable })).not.toBeInTheDocument();
    expect(await card('speed').findByText(/^9 tickets were fixed/)).toBeVisible();
    expect(card('speed').queryByRole('table')).not.toBeInTheDocument();
    await showTable(user, 'speed');
    const total = within(card('speed').getByRole('row', { name: /^Total/ }));
    expect(total.getAllByRole('cell', { name: 'Not enough data' })).toHaveLength(6);
    expect(card('speed').getByText('- Not enough data: fewer than 10 tickets.')).toBeVisible();
    await user.click(card('speed').getByRole('button', { name: strings.hideTable }));
    expect(card('speed').queryByRole('table')).not.toBeInTheDocument();
    expect(card('overdue').getByText(strings.now)).toBeVisible();
  });

  it('links each figure to its tickets, and equipment to its record', async () => {
    const { user } = await open();
    await showTable(user, 'overdue');
    await showTable(user, 'repeats');
    const row = await card('overdue').findByRole('row', { name: /^Downtown/ });
    expect(within(row).getByRole('link', { name: '12' })).toHaveAttribute(
      'href',
      `/tickets?open=true&due=overdue&locationId=${downtown.id}`,
    );
    expect(await card('repeats').findByRole('link', { name: 'Walk-in cooler' })).toHaveAttribute(
      'href',
      `/equipment?item=${answers.repeats.equipment[0]?.id}`,
    );
  });

  it('shows ten groups at first and counts those without any, and shows all on demand', async () => {
    const groups = Array.from({ length: 30 }, (_, at) => ({
      key: `${at}`,
      label: `Store ${at}`,
      ...(at < 21 ? overdueRow(1, 1, 2) : overdueRow(1, 0, null)),
    }));
    api.use(returns('/api/reports/overdue', overdueReport(overdueRow(30, 30, 2), groups)));
    asked = [];
    const { user } = renderWithProviders(<ReportsScreen />);
    await showTable(user, 'overdue');
    expect(card('overdue').getByText('9 stores: none')).toBeVisible();
    await user.click(card('overdue').getByRole('button', { name: 'Show all 30' }));
    expect(card('overdue').queryByText('9 stores: none')).not.toBeInTheDocument();
    expect(card('overdue').getByRole('row', { name: /^Store 29/ })).toBeVisible();
    await user.click(card('overdue').getByRole('button', { name: strings.showFewer }));
    expect(card('overdue').queryByRole('row', { name: /^Store 10/ })).not.toBeInTheDocument();
  });

  it('reads all of many groups page by page, in the order that is chosen', async () => {
    const groupsFrom = (offset: number) =>
      Array.from({ length: 30 }, (_, at) => ({
        key: `${offset + at}`,
        label: `Store ${offset + at}`,
        ...overdueRow(3, 2, 2),
      }));
    api.use(
      http.get('*/api/reports/overdue', ({ request }) => {
        const { searchParams, search } = new URL(request.url);
        asked.push(search);
        const groups = groupsFrom(Number(searchParams.get('offset')));
        return HttpResponse.json({
          ...overdueReport(overdueRow(60_000, 30_000, 2), groups),
          groupCount: 20_000,
          emptyGroupCount: 4000,
        });
      }),
    );
    asked = [];
    const { user } = renderWithProviders(<ReportsScreen />);
    await showTable(user, 'overdue');
    expect(card('overdue').getByText('4,000 stores: none')).toBeVisible();
    expect(
      card('overdue').getByText('The 10 stores with the most overdue tickets. 15,990 more are in the table.'),
    ).toBeVisible();
    await user.click(card('overdue').getByRole('button', { name: 'Show all 20,000' }));
    await user.click(await card('overdue').findByTitle('2'));
    expect(await card('overdue').findByRole('row', { name: /^Store 79/ })).toBeVisible();
    await user.click(card('overdue').getByRole('columnheader', { name: 'Open' }));
    await waitFor(() => expect(asked.at(-1)).toBe('?groupBy=location&limit=50&offset=0&sort=n'));
  });

  it('of a service that knows no pages has all groups', async () => {
    api.use(
      http.get('*/api/reports/overdue', ({ request }) =>
        request.url.includes('limit') ? problem(400, 'Unknown.') : HttpResponse.json(answers.overdue),
      ),
    );
    renderWithProviders(<ReportsScreen />);
    expect(await card('overdue').findByText(/^12 of 48/)).toBeVisible();
  });

  it('has each as a file', async () => {
    await open();
    const link = card('repeats').getByRole('link', { name: strings.downloadOf(questions.repeats) });
    expect(link).toHaveAttribute(
      'href',
      `/api/reports/repeats?from=${period.from}&to=${period.to}&groupBy=location&format=csv`,
    );
    expect(await card('spend').findByRole('link', { name: strings.costs })).toHaveAttribute(
      'href',
      `/api/costs?from=${period.from}&to=${period.to}&format=csv`,
    );
  });
});

it('shows what has arrived while one report is slow', async () => {
  api.use(http.get('*/api/reports/spend', () => delay('infinite')));
  renderWithProviders(<ReportsScreen />);
  for (const [question, answer] of [
    ['overdue', /^12 of 48/],
    ['repeats', /^7 of 64/],
    ['speed', /^9 tickets/],
  ] as const)
    expect(await card(question).findByText(answer)).toBeVisible();
  expect(screen.getByRole('region', { name: questions.spend })).toHaveAttribute('aria-busy', 'true');
  expect(screen.queryByText(strings.loadFailed)).not.toBeInTheDocument();
});

describe('a failure', () => {
  it('is of one card, which loads on Retry', async () => {
    api.use(http.get('*/api/reports/repeats', () => problem(503, 'Later.'), { once: true }));
    asked = [];
    const { user } = renderWithProviders(<ReportsScreen />);
    expect(await card('repeats').findByText(strings.loadFailed)).toBeVisible();
    expect(await card('overdue').findByText(/^12 of 48/)).toBeVisible();
    expect(screen.getAllByText(strings.loadFailed)).toHaveLength(1);
    await user.click(card('repeats').getByRole('button', { name: strings.retry }));
    expect(await card('repeats').findByText(/^7 of 64/)).toBeVisible();
  });

  it('of the service leaves four cards with Retry', async () => {
    api.use(http.get('*/api/reports/*', () => problem(502, 'Unavailable.')));
    renderWithProviders(<ReportsScreen />);
    await waitFor(() => expect(screen.getAllByRole('button', { name: strings.retry })).toHaveLength(4));
    expect(screen.getByRole('heading', { level: 1, name: strings.title })).toBeVisible();
  });
});

describe('the address', () => {
  it('says what the reports are about', async () => {
    await open(`?from=2026-01-01&to=2026-01-31&locationId=${downtown.id}&overdueBy=category`);
    const days = 'from=2026-01-01&to=2026-01-31';
    expect(asked.sort()).toEqual([
      `overdue?locationId=${downtown.id}&groupBy=category&limit=30`,
      `repeats?${days}&locationId=${downtown.id}&groupBy=location&limit=30`,
      `speed?${days}&locationId=${downtown.id}&groupBy=month&limit=30`,
      `spend?${days}&locationId=${downtown.id}&groupBy=location&limit=30`,
    ]);
    expect(screen.getByLabelText(strings.filters.from)).toHaveValue('2026-01-01');
    expect(await screen.findByText('Downtown (#0101)', { selector: '.ant-select *' })).toBeVisible();
  });

  it('leaves the usual days to the service, for the stores may be a day ahead', async () => {
    await open('');
    expect(asked).toContain('repeats?groupBy=location&limit=30');
  });

  it('follows the filters and the division of a card', async () => {
    const { user } = await open();
    await user.click(card('spend').getByText(strings.by.vendor));
    await waitFor(() => expect(asked.at(-1)).toMatch(/^spend\?.*groupBy=vendor&limit=30$/));
    expect(address()).toContain('spendBy=vendor');
    await user.click(screen.getByText(strings.filters.presets.days90));
    await waitFor(() => expect(address()).toBe('?spendBy=vendor'));
    await user.click(screen.getByRole('combobox', { name: strings.filters.store }));
    await user.click(await screen.findByRole('option', { name: 'Downtown (#0101)' }));
    await waitFor(() => expect(address()).toContain(`locationId=${downtown.id}`));
  });

  it('changes once the days are a period', async () => {
    const { user } = await open('');
    expect(screen.queryByLabelText(strings.filters.from)).not.toBeInTheDocument();
    await user.click(screen.getByText(strings.filters.presets.custom));
    await user.click(screen.getByText(strings.filters.presets.days90));
    expect(screen.queryByLabelText(strings.filters.from)).not.toBeInTheDocument();
    await user.click(screen.getByText(strings.filters.presets.custom));
    const from = screen.getByLabelText(strings.filters.from);
    fireEvent.focus(from);
    fireEvent.change(from, { target: { value: '0002-01-01' } });
    expect(from).toHaveValue('0002-01-01');
    expect(screen.queryByText(strings.filters.noPeriod)).not.toBeInTheDocument();
    fireEvent.blur(from);
    expect(screen.getByText(strings.filters.noPeriod)).toBeVisible();
    expect(address()).toBe('');
    fireEvent.change(from, { target: { value: '2026-10-01' } });
    await waitFor(() => expect(address()).toContain('from=2026-10-01'));
    expect(screen.queryByText(strings.filters.noPeriod)).not.toBeInTheDocument();
  });

  it('of a store that the user does not see is that of all stores', async () => {
    api.use(http.get('*/api/locations/:id', () => problem(404, 'Not found.')));
    await open(`?locationId=${downtown.id}`);
    await waitFor(() => expect(asked.filter((each) => !each.includes('locationId'))).toHaveLength(4));
  });
});
