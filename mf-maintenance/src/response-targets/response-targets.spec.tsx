import { fakeApi, problem, renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { dana } from '../../test/fixtures.ts';
import { type ResponseTarget } from './response-targets.queries.ts';
import { ResponseTargetsScreen } from './response-targets-screen.tsx';

const target = (
  priority: ResponseTarget['priority'],
  given: Partial<ResponseTarget> = {},
): ResponseTarget => ({
  priority,
  respondMinutes: 15,
  resolveMinutes: 240,
  clock: 'always',
  atRiskPercent: 75,
  escalateAfterMinutes: 120,
  escalateTo: [],
  active: false,
  version: 1,
  ...given,
});

let targets: ResponseTarget[];
let sent: { ifMatch: string | null; priority: unknown; body: object }[];
beforeEach(() => {
  targets = [target('high', { active: true, version: 3 }), target('medium'), target('low')];
  sent = [];
});

const api = fakeApi(
  http.get('*/api/response-targets', () => HttpResponse.json(targets)),
  http.patch<{ priority: string }, object>(
    '*/api/response-targets/:priority',
    async ({ request, params }) => {
      const body = await request.json();
      const ifMatch = request.headers.get('if-match');
      sent.push({ ifMatch, priority: params.priority, body });
      const now = targets.find(({ priority }) => priority === params.priority);
      if (!now || ifMatch !== `"${now.version}"`) return problem(412, 'It was changed.');
      const changed = { ...now, ...body, version: now.version + 1 };
      targets = targets.map((each) => (each === now ? changed : each));
      return HttpResponse.json(changed, { headers: { etag: `"${changed.version}"` } });
    },
  ),
  returns('/api/managers', [dana]),
);

async function open() {
  const toast = jest.fn();
  const { user } = renderWithProviders(<ResponseTargetsScreen host={{ toast }} />);
  const high = await screen.findByRole('region', { name: 'High' });
  return { user, toast, high };
}
const save = (section: HTMLElement) => within(section).getByRole('button', { name: 'Save' });

it('say in words what each target means, also while somebody changes it', async () => {
  const { user, high } = await open();
  expect(['High', 'Medium', 'Low'].map((name) => screen.getByRole('region', { name }).textContent)).toEqual([
    expect.stringContaining(
      'High: somebody responds within 15 minutes, fixed within 4 hours, day and night.',
    ),
    expect.stringContaining('Medium: no target.'),
    expect.stringContaining('Low: no target.'),
  ]);
  await user.click(within(high).getByRole('combobox', { name: 'Fix within: unit' }));
  await user.click(await screen.findByRole('option', { name: 'minutes' }));
  await waitFor(() => expect(high).toHaveTextContent('fixed within 4 minutes'));
  fireEvent.change(within(high).getByLabelText('Respond within'), { target: { value: '' } });
  await waitFor(() => expect(high).toHaveTextContent('High: fixed within 4 minutes, day and night.'));
  await user.click(within(high).getByRole('switch'));
  await waitFor(() => expect(high).toHaveTextContent('High: no target.'));
});

it('are saved one by one, what was changed only, again with the next version', async () => {
  const { user, toast, high } = await open();
  expect(save(high)).toBeDisabled();
  fireEvent.change(within(high).getByLabelText('Fix within'), { target: { value: '6' } });
  await user.click(save(high));
  await waitFor(() => expect(toast).toHaveBeenCalledTimes(1));
  await user.click(within(high).getByRole('combobox', { name: 'Escalate to' }));
  await user.click(await screen.findByRole('option', { name: 'Dana Whitfield' }));
  await user.click(save(high));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toEqual([
    { priority: 'high', ifMatch: '"3"', body: { resolveMinutes: 360 } },
    { priority: 'high', ifMatch: '"4"', body: { escalateTo: [dana.id] } },
  ]);
});

it('show what another administrator changed meanwhile', async () => {
  const { user, high } = await open();
  fireEvent.change(within(high).getByLabelText('Fix within'), { target: { value: '6' } });
  targets = [target('high', { active: true, version: 4, resolveMinutes: 480 })];
  await user.click(save(high));
  expect(await within(high).findByText(/8 hours/)).toBeVisible();
});

it('show at the field what the service refuses', async () => {
  const { user, high } = await open();
  api.use(
    http.patch('*/api/response-targets/high', () =>
      problem(400, 'Not valid.', { resolveMinutes: ['Must not be shorter than the time to respond.'] }),
    ),
  );
  fireEvent.change(within(high).getByLabelText('Fix within'), { target: { value: '0.1' } });
  await user.click(save(high));
  expect(await within(high).findByText('Must not be shorter than the time to respond.')).toBeVisible();
});

it('are loaded on Retry after a failure', async () => {
  api.use(http.get('*/api/response-targets', () => problem(503, 'Later.'), { once: true }));
  const { user } = renderWithProviders(<ResponseTargetsScreen host={{ toast: jest.fn() }} />);
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('region', { name: 'High' })).toBeVisible();
});

it('leave out who is no active administrator any more', async () => {
  targets = [target('high', { escalateTo: ['01890000-0000-7000-8000-0000000000ff'] })];
  const { user, high } = await open();
  await waitFor(() => expect(high).not.toHaveTextContent('01890000'));
  await user.click(within(high).getByRole('combobox', { name: 'Escalate to' }));
  await user.click(await screen.findByRole('option', { name: 'Dana Whitfield' }));
  await user.click(save(high));
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ escalateTo: [dana.id] }]));
});
