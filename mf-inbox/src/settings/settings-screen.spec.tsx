import { fakeApi, problem, renderWithProviders } from '@mainstay/web-kit/testing';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { defaults } from '../../test/fixtures.ts';
import { type Settings } from './settings.queries.ts';
import { SettingsScreen } from './settings-screen.tsx';

const path = '*/api/notification-settings';
const versioned = (settings: Settings, version: number) =>
  HttpResponse.json(settings, { headers: { etag: `"${version}"` } });

let saved: Settings;
let version: number;
let sent: { ifMatch: string | null; body: unknown }[];
beforeEach(() => {
  saved = defaults;
  version = 1;
  sent = [];
});

const api = fakeApi(
  http.get(path, () => versioned(saved, version)),
  http.put<never, Settings>(path, async ({ request }) => {
    const ifMatch = request.headers.get('if-match');
    const body = await request.json();
    sent.push({ ifMatch, body });
    if (ifMatch !== `"${version}"`) return problem(412, 'It was changed.');
    saved = body;
    version += 1;
    return versioned(saved, version);
  }),
);

async function open() {
  const host = { toast: jest.fn(), navigate: jest.fn(), timeZone: 'Europe/Berlin' };
  const view = renderWithProviders(<SettingsScreen host={host} />);
  await screen.findByRole('button', { name: 'Save' });
  return { host, ...view };
}

const MENTIONED = 'Somebody mentions you';
const inApp = (kind: string) => screen.getByRole('switch', { name: `${kind}: in the app` });
const email = (kind: string) => screen.getByRole('combobox', { name: `${kind}: e-mail` });
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (user: Awaited<ReturnType<typeof open>>['user'], name: string) =>
  user.click(screen.getByRole('button', { name }));

describe('the settings', () => {
  it('show a switch and a select for each kind', async () => {
    await open();
    const rows = within(screen.getByRole('table', { name: 'What you hear about' })).getAllByRole('row');
    expect(rows.slice(1).map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
      MENTIONED,
      'A ticket is assigned to you',
      'A problem is reported in one of your stores',
      'A ticket of yours will soon be overdue',
      'A ticket of yours is overdue',
      'An overdue ticket is escalated to you',
      'Costs need the approval of an administrator',
      'Costs of yours are approved or declined',
      'Something fails in a checklist of your stores',
      'A vendor of yours answers or sends a quote',
      'A vendor of yours is done',
      'Somebody comments on a ticket you watch',
      'The status of a ticket you watch changes',
    ]);
    expect(rows.slice(1).map((row) => row.textContent)).toEqual([
      expect.stringContaining('Right away'),
      expect.stringContaining('Right away'),
      expect.stringContaining('Right away'),
      expect.stringContaining('Daily digest'),
      expect.stringContaining('Right away'),
      expect.stringContaining('Right away'),
      expect.stringContaining('Right away'),
      expect.stringContaining('Daily digest'),
      expect.stringContaining('Daily digest'),
      expect.stringContaining('Right away'),
      expect.stringContaining('Right away'),
      expect.stringContaining('Daily digest'),
      expect.stringContaining('Off'),
    ]);
    expect(inApp(MENTIONED)).toBeChecked();
    expect(screen.getByLabelText('Daily digest at')).toHaveValue('07:00');
  });

  it('are saved at once with the version that was read, and again with the next one', async () => {
    const { user, host } = await open();
    await user.click(inApp(MENTIONED));
    await user.click(email(MENTIONED));
    await user.click(await screen.findByRole('option', { name: 'Daily digest' }));
    type('From', '22:00');
    type('Until', '06:30');
    await press(user, 'Save');
    expect(await screen.findByText('Your settings are saved.')).toBeVisible();
    type('Daily digest at', '08:15');
    await press(user, 'Save');
    await waitFor(() => expect(sent).toHaveLength(2));
    const first = {
      ...defaults,
      kinds: { ...defaults.kinds, mentioned: { inApp: false, email: 'digest' } },
      quietHours: { from: '22:00', to: '06:30' },
    };
    expect(sent).toEqual([
      { ifMatch: '"1"', body: first },
      { ifMatch: '"2"', body: { ...first, digestTime: '08:15' } },
    ]);
    expect(host.toast).not.toHaveBeenCalled();
  });

  it('have no rows for kinds that a service of the version before does not know, and are saved without them', async () => {
    const { mentioned, assigned, reported, commented, status_changed } = defaults.kinds;
    const kinds = { mentioned, assigned, reported, commented, status_changed };
    const older = { ...defaults, kinds };
    api.use(http.get(path, () => HttpResponse.json(older, { headers: { etag: '"1"' } })));
    const { user } = await open();
    expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(6);
    await press(user, 'Save');
    await waitFor(() => expect(sent).toEqual([{ ifMatch: '"1"', body: older }]));
  });

  it("offer the browser's time zone first", async () => {
    const { user } = await open();
    await user.click(screen.getByRole('combobox', { name: 'Time zone' }));
    const options = await screen.findAllByRole('option');
    expect(options[0]).toHaveTextContent('Europe/Berlin (this device)');
  });

  it.each([
    ['22:00', '', 'Give both times, or none'],
    ['', '06:00', 'Give both times, or none'],
    ['22:00', '22:00', 'Give two different times'],
  ])('need quiet hours with a beginning and an end: %s to %s', async (from, until, message) => {
    const { user } = await open();
    type('From', from);
    type('Until', until);
    await press(user, 'Save');
    expect(await screen.findByText(message)).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('show what the service refuses at the field', async () => {
    api.use(
      http.put(path, () => problem(400, 'Not valid.', { 'quietHours.from': ['Must be a time of day.'] })),
    );
    const { user } = await open();
    await press(user, 'Save');
    expect(await screen.findByText('Must be a time of day.')).toBeVisible();
  });

  it('show an error if loading fails, and load on Retry', async () => {
    api.use(http.get(path, () => problem(503, 'Later.'), { once: true }));
    const host = { toast: jest.fn(), navigate: jest.fn(), timeZone: 'Europe/Berlin' };
    const { user } = renderWithProviders(<SettingsScreen host={host} />);
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: 'Save' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Inbox' })).toHaveAttribute('href', '/inbox');
  });
});

describe('Send a test', () => {
  it('says that the mail is on its way, until somebody goes on', async () => {
    api.use(http.post(`${path}/test`, () => new HttpResponse(null, { status: 202 })));
    const { user } = await open();
    await press(user, 'Send a test');
    const note = await screen.findByText('A test mail is on its way.');
    expect(note).toHaveAttribute('role', 'status');
    await user.click(screen.getByLabelText('From'));
    expect(note).toBeEmptyDOMElement();
  });

  it('says so if it cannot be sent', async () => {
    api.use(http.post(`${path}/test`, () => problem(429, 'Too many.')));
    const { user } = await open();
    await press(user, 'Send a test');
    expect(await screen.findByText('The test mail could not be sent. Try again later.')).toBeVisible();
  });
});
