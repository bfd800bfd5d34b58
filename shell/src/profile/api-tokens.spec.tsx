import { problem, renderWithProviders, returns } from '@mainstay/web-kit/testing';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { admin, shellApi } from '../../test/shell-api.ts';
import ProfileDialog from './profile-dialog.tsx';

const DAY_MS = 24 * 60 * 60_000;
const token = {
  id: '01890000-0000-7000-8000-00000000000b',
  name: 'Nightly export',
  readOnly: true,
  createdAt: '2026-03-05T12:00:00Z',
  expiresAt: '2099-03-05T12:00:00Z',
  lastUsedAt: null,
};
const api = shellApi();
let bodies: unknown[];
beforeEach(() => {
  bodies = [];
});

async function open() {
  const { user } = renderWithProviders(
    <ProfileDialog user={admin} accountSettingsUrl="https://id.example/me" onClose={() => undefined} />,
  );
  const section = await screen.findByRole('region', { name: 'API tokens' });
  return { user, section };
}

it('lists tokens with what they may, how long, and when they were used', async () => {
  api.use(
    returns('/api/tokens', [
      token,
      {
        ...token,
        id: 'b',
        name: 'Alarms',
        readOnly: false,
        expiresAt: null,
        lastUsedAt: '2026-03-06T12:00:00Z',
      },
      { ...token, id: 'c', name: 'Old', expiresAt: '2026-03-07T12:00:00Z' },
    ]),
  );
  const { section } = await open();
  await within(section).findByText('Nightly export');
  expect(
    within(section)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Nightly export Read-onlyCreated Mar 5, 2026, ends Mar 5, 2099, never usedRevoke',
    'Alarms Created Mar 5, 2026, never ends, last used Mar 6, 2026Revoke',
    'Old Read-onlyCreated Mar 5, 2026, ended Mar 7, 2026, never usedRevoke',
  ]);
});

it('creates a token and shows its secret, once', async () => {
  api.use(
    http.post('*/api/tokens', async ({ request }) => {
      bodies.push(await request.json());
      api.use(returns('/api/tokens', [token]));
      return HttpResponse.json({ ...token, token: 'mainstay_secret' }, { status: 201 });
    }),
  );
  const { user, section } = await open();
  expect(await within(section).findByText('No tokens yet')).toBeVisible();
  await user.click(within(section).getByRole('button', { name: 'New token' }));
  fireEvent.change(within(section).getByLabelText('Name'), { target: { value: token.name } });
  await user.click(await within(section).findByText('365 days'));
  await user.click(within(section).getByRole('button', { name: 'Create token' }));
  const secret = await within(section).findByLabelText('Token “Nightly export”');
  expect(secret).toHaveValue('mainstay_secret');
  expect(secret).toHaveAttribute('readonly');
  const days = bodies.map(
    (body) => (Date.parse((body as { expiresAt: string }).expiresAt) - Date.now()) / DAY_MS,
  );
  expect(bodies).toMatchObject([{ name: token.name, readOnly: true }]);
  expect(days.map(Math.round)).toEqual([365]);
  const copied = jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('No.'));
  await user.click(within(section).getByRole('button', { name: 'Copy' }));
  expect(await within(section).findByText(/This browser does not copy here/)).toBeVisible();
  await user.click(within(section).getByRole('button', { name: 'Copy' }));
  expect(await within(section).findByText('Copied')).toBeVisible();
  expect(copied).toHaveBeenLastCalledWith('mainstay_secret');
  copied.mockRestore();
  await user.click(within(section).getByRole('button', { name: 'Done' }));
  expect(document.body.innerHTML).not.toContain('mainstay_secret');
  expect(within(section).getByText('Nightly export')).toBeVisible();
});

it('keeps what was typed when a token is refused, and says why', async () => {
  api.use(http.post('*/api/tokens', () => problem(409, 'You have 50 tokens. Revoke one first.')));
  const { user, section } = await open();
  await user.click(within(section).getByRole('button', { name: 'New token' }));
  fireEvent.change(within(section).getByLabelText('Name'), { target: { value: 'Alarms' } });
  await user.click(within(section).getByRole('button', { name: 'Create token' }));
  expect(await within(section).findByRole('alert')).toHaveTextContent(
    'You have 50 tokens. Revoke one first.',
  );
  expect(within(section).getByLabelText('Name')).toHaveValue('Alarms');
});

it('revokes a token once that is confirmed', async () => {
  let isRevoked = false;
  api.use(
    returns('/api/tokens', [token]),
    http.delete(`*/api/tokens/${token.id}`, () => {
      isRevoked = true;
      api.use(returns('/api/tokens', []));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user, section } = await open();
  await user.click(await within(section).findByRole('button', { name: 'Revoke Nightly export' }));
  const question = screen.getByRole('dialog', { name: 'Revoke this token?' });
  expect(question).toHaveAccessibleDescription(/“Nightly export” stops working at once/);
  expect(isRevoked).toBe(false);
  await user.click(within(question).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(question).not.toBeInTheDocument());
  expect(await within(section).findByText('No tokens yet')).toBeVisible();
  expect(within(section).getByRole('heading')).toHaveFocus();
});
