import { problem, renderWithProviders, returnsPages } from '@mainstay/web-kit/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { type CoreSchemas } from '../api/core.ts';
import { admin, dialogAround, maintenanceApi, returnsTickets, ticket, updated } from '../../test/fixtures.ts';
import { MaintenanceScreen } from '../screen/maintenance-screen.tsx';
import { lastStatusChange } from './timeline.queries.ts';

type Line = CoreSchemas['TimelineLineResponse'];

const api = maintenanceApi();
const leak = ticket('Leak');
const dana = { id: '01890000-0000-7000-8000-00000000000d', firstName: 'Dana', lastName: 'Whitfield' };

const line = (given: Partial<Line>): Line => ({
  id: crypto.randomUUID(),
  at: new Date(Date.now() - 12_000).toISOString(),
  actor: dana,
  via: null,
  kind: 'changed',
  changes: [{ field: 'status', from: 'incoming', to: 'solved' }],
  ...given,
});

const returnsTimeline = (...lines: Line[]) =>
  http.get(`*/api/tickets/${leak.id}/timeline`, () => HttpResponse.json(lines));

let sent: unknown[];

/** Somebody completes the ticket; a request with an older version is refused. */
beforeEach(() => {
  sent = [];
  let current = { ...leak };
  let version = 1;
  const serve = () =>
    api.use(
      http.get(`*/api/tickets/${leak.id}`, () =>
        HttpResponse.json(current, { headers: { etag: `"${version}"` } }),
      ),
    );
  api.use(
    ...returnsTickets(leak),
    returnsTimeline(line({})),
    http.patch(`*/api/tickets/${leak.id}`, async ({ request }) => {
      const ifMatch = request.headers.get('if-match');
      const body = (await request.json()) as Partial<typeof leak>;
      if (sent.length === 0) {
        current = { ...current, status: 'solved' };
        version = 2;
        api.use(...returnsTickets(current));
        serve();
      }
      sent.push([ifMatch, body]);
      if (ifMatch !== `"${version}"`) return problem(412, 'Someone else changed this.');
      version += 1;
      current = { ...current, ...body };
      api.use(...returnsTickets(current));
      serve();
      return updated(current, `"${version}"`);
    }),
  );
});

/**
 * Chooses Working in the dialog of the ticket.
 * @returns the dialog that asks
 */
async function chooseWorking() {
  const { user } = renderWithProviders(<MaintenanceScreen user={admin} />, { path: '/tickets' });
  await user.click(await screen.findByRole('link', { name: 'Leak' }));
  const dialog = await screen.findByRole('dialog', { name: 'Leak' });
  await user.click(within(dialog).getByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'Working' }));
  const question = dialogAround(await screen.findByRole('button', { name: 'Change it to Working' }));
  return { user, dialog, question };
}

describe('a status that somebody else has changed', () => {
  it('is changed only after a question that says who and when', async () => {
    const { user, question } = await chooseWorking();
    expect(question).toHaveTextContent(
      /Dana changed this to Completed 1[2-9] seconds ago\. Change it to Working\?/,
    );
    expect(sent).toEqual([['"1"', { status: 'in_progress' }]]);
    await user.click(within(question).getByRole('button', { name: 'Change it to Working' }));
    expect(await screen.findByText('Ticket updated successfully')).toBeVisible();
    expect(sent[1]).toEqual(['"2"', { status: 'in_progress' }]);
    await waitFor(() => expect(question).not.toBeInTheDocument());
  });

  it('is asked about without a name if the timeline does not tell', async () => {
    api.use(returnsTimeline());
    const { question } = await chooseWorking();
    expect(question).toHaveTextContent(
      'This was changed to Completed in the meantime. Change it to Working?',
    );
  });
});

describe('who changed a status last', () => {
  const at = '2026-03-05T15:04:00.000Z';
  const back = { field: 'status', from: 'solved', to: 'incoming' } as const;

  it.each<[string, Line[], unknown]>([
    ['nobody that is known, without lines', [], undefined],
    ['nobody, if the last change was to another status', [line({}), line({ changes: [back] })], undefined],
    ['no person', [line({}), line({ actor: null, at })], { name: undefined, at }],
    [
      'the last one, whatever other changes came after it',
      [line({ actor: null }), line({ at }), line({ actor: null, changes: [] })],
      { name: 'Dana', at },
    ],
  ])('is %s', async (_who, lines, change) => {
    api.use(returnsTimeline(...lines));
    expect(await lastStatusChange(leak.id, 'solved')).toEqual(change);
  });

  it('is found on the last page of a long timeline, and unknown if it cannot be read', async () => {
    const path = `/api/tickets/${leak.id}/timeline`;
    api.use(returnsPages(path, [[line({ actor: null })], [line({ at })]]));
    expect(await lastStatusChange(leak.id, 'solved')).toEqual({ name: 'Dana', at });
    api.use(http.get(`*${path}`, () => problem(503, 'Later.')));
    expect(await lastStatusChange(leak.id, 'solved')).toBeUndefined();
  });
});
