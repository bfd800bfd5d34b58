import { problem, renderWithProviders } from '@mainstay/web-kit/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { type CoreSchemas } from '../api/core.ts';
import { admin, dialogAround, maintenanceApi, returnsTickets, ticket, updated } from '../../test/fixtures.ts';
import { MaintenanceScreen } from '../maintenance-screen.tsx';

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

/** Somebody completes the ticket; whoever sends an older version than theirs is refused. */
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

/** Chooses Working in the dialog of the ticket. @returns the dialog that asks */
async function chooseWorking() {
  const { user } = renderWithProviders(<MaintenanceScreen user={admin} />, { path: '/tickets' });
  await user.click(await screen.findByRole('button', { name: 'Leak' }));
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

  it.each<[string, Line[], RegExp]>([
    ['the timeline is empty', [], /^This was changed to Completed in the meantime\. Change it to Working\?$/],
    [
      'the last change was to another status',
      [line({ changes: [{ field: 'status', from: 'solved', to: 'incoming' }] })],
      /^This was changed to Completed in the meantime\./,
    ],
    [
      'the last change was by nobody',
      [line({}), line({ actor: null })],
      /^This was changed to Completed \d+ (second|minute)s? ago\./,
    ],
    [
      'other changes came after it',
      [line({ actor: null }), line({}), line({ actor: null, changes: [] })],
      /^Dana changed this to Completed/,
    ],
  ])('is named as the timeline tells: %s', async (_what, lines, text) => {
    api.use(returnsTimeline(...lines));
    await chooseWorking();
    expect(screen.getByText(text)).toBeVisible();
  });

  it('is asked about without a name if the timeline cannot be read', async () => {
    api.use(http.get(`*/api/tickets/${leak.id}/timeline`, () => problem(503, 'Later.')));
    const { question } = await chooseWorking();
    expect(question).toHaveTextContent(
      'This was changed to Completed in the meantime. Change it to Working?',
    );
  });

  it('is found on the last page of a long timeline', async () => {
    api.use(
      http.get(`*/api/tickets/${leak.id}/timeline`, ({ request }) => {
        const { pathname, searchParams } = new URL(request.url);
        return searchParams.has('cursor')
          ? HttpResponse.json([line({})])
          : HttpResponse.json([line({ actor: null })], {
              headers: { link: `<${pathname}?cursor=2>; rel="next"` },
            });
      }),
    );
    const { question } = await chooseWorking();
    expect(question).toHaveTextContent(/Dana changed this to Completed/);
  });
});
