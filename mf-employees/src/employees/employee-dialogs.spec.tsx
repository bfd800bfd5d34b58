import { createQueryClient } from '@mainstay/web-kit';
import { fakeApi, returns, problem, renderWithProviders } from '@mainstay/web-kit/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useQuery } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { employee } from '../../test/fixtures.ts';
import { EmployeesScreen } from './employees-screen.tsx';

const grace = employee('Grace', 'Hopper', { locationCount: 1, locations: [{ id: '1', name: 'Harbor' }] });
const harborId = '01890000-0000-7000-8000-00000000000a';
const api = fakeApi(
  returns('/api/managers', [grace]),
  http.get(`*/api/users/${grace.id}`, () => HttpResponse.json(grace, { headers: { etag: '"4"' } })),
  returns(`/api/users/${grace.id}/identities`, []),
  returns(`/api/users/${grace.id}/tokens`, []),
  returns('/api/locations', [{ id: harborId, name: 'Harbor', storeNumber: '101' }]),
);
let bodies: unknown[];
let headers: Headers[];
beforeEach(() => {
  bodies = [];
  headers = [];
});

const keeps =
  (response: () => Response) =>
  async ({ request }: { request: Request }) => {
    headers.push(request.headers);
    bodies.push(await request.json());
    return response();
  };

/** Stands in for the shell, which shows who is signed in. */
function SignedIn() {
  const { data } = useQuery<{ id: string }>({ queryKey: ['/api/user'] });
  return <p hidden>{data?.id}</p>;
}

function signedInAs(id: string) {
  const queries = createQueryClient();
  queries.setQueryData(['/api/user'], { id });
  return queries;
}

/** In a test antd gives all its ids one value, so a dialog's name is not to be had; its title is. */
const dialogOf = (title: string) =>
  waitFor(() => {
    const dialog = screen
      .getAllByRole('dialog')
      .find((each) => within(each).queryByText(title, { selector: 'div' }));
    if (!dialog) throw new Error(`no dialog ${title}`);
    return dialog;
  });

async function open(button: string, title: string) {
  const { user } = renderWithProviders(<EmployeesScreen role="admin" />);
  await screen.findByText('Grace Hopper');
  await user.click(screen.getByRole('button', { name: button }));
  return { user, ...parts(await dialogOf(title)) };
}

const parts = (dialog: HTMLElement) => ({
  dialog,
  fill: (label: string, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } }),
  button: (name: string) => within(dialog).getByRole('button', { name }),
});

describe('Add New Employee', () => {
  async function fillIn(password: string) {
    const opened = await open('Add Employee', 'Add New Employee');
    expect(within(opened.dialog).getByLabelText('Email')).toHaveAttribute('autocomplete', 'username');
    opened.fill('First Name', 'Alan');
    opened.fill('Last Name', 'Turing');
    opened.fill('Email', 'alan@sandwich.example');
    opened.fill('Password', password);
    await opened.user.click(opened.button('Add Employee'));
    return opened;
  }

  it('adds a district manager and refreshes the list', async () => {
    const alan = employee('Alan', 'Turing');
    api.use(
      http.post(
        '*/api/register',
        keeps(() => {
          api.use(returns('/api/managers', [grace, alan]));
          return HttpResponse.json(alan, { status: 201 });
        }),
      ),
    );
    const { dialog } = await fillIn('secret');
    expect(await screen.findByText('Employee added successfully')).toBeVisible();
    expect(bodies).toEqual([
      {
        firstName: 'Alan',
        lastName: 'Turing',
        email: 'alan@sandwich.example',
        password: 'secret',
        role: 'district_manager',
      },
    ]);
    expect(headers[0]?.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(screen.getByText('Alan Turing')).toBeVisible();
  });

  it('requires all fields and a password of 6 characters', async () => {
    const { user, dialog, fill, button } = await fillIn('');
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('All fields are required');
    fill('Password', 'short');
    await user.click(button('Add Employee'));
    await waitFor(() =>
      expect(within(dialog).getByRole('alert')).toHaveTextContent('Password must be at least 6 characters'),
    );
  });

  it.each([
    [() => problem(409, 'This e-mail is already in use.'), 'ErrorThis e-mail is already in use.'],
    [() => new HttpResponse('<h1>Bad Gateway</h1>', { status: 502 }), 'ErrorFailed to add employee'],
  ])("shows the server's message, else its own", async (response, text) => {
    api.use(http.post('*/api/register', response));
    await fillIn('secret');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(text));
  });
});

describe('Edit Employee', () => {
  it('shows the company account of an employee, and unlinks it', async () => {
    const moments = { linkedAt: '2026-03-05T12:00:00Z', lastUsedAt: '2026-03-06T12:00:00Z' };
    const account = { id: 'one', issuer: 'https://id.example', email: 'g@corp.example', ...moments };
    const path = `*/api/users/${grace.id}/identities`;
    api.use(
      returns(path.slice(1), [account]),
      http.delete(`${path}/one`, () => {
        api.use(returns(path.slice(1), []));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user, dialog, button } = await open('Edit', 'Edit Employee');
    expect(
      await within(dialog).findByText('g@corp.example, linked Mar 5, 2026, last used Mar 6, 2026'),
    ).toBeVisible();
    await user.click(button('Unlink'));
    expect(await screen.findByText('Company account unlinked')).toBeVisible();
    await waitFor(() => expect(within(dialog).queryByText('Company Account')).not.toBeInTheDocument());
  });

  it('shows the API tokens of an employee, and revokes one once that is confirmed', async () => {
    const moments = { createdAt: '2026-03-05T12:00:00Z', lastUsedAt: '2026-03-06T12:00:00Z' };
    const token = {
      id: 'one',
      name: 'Nightly',
      readOnly: true,
      expiresAt: '2099-03-05T12:00:00Z',
      ...moments,
    };
    const path = `*/api/users/${grace.id}/tokens`;
    let revoked = 0;
    api.use(
      returns(path.slice(1), [token]),
      http.delete(`${path}/one`, () => {
        revoked += 1;
        api.use(returns(path.slice(1), []));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user, dialog, button } = await open('Edit', 'Edit Employee');
    const item = (await within(dialog).findByText(/Nightly/)).closest('li');
    expect(item).toHaveTextContent('Read-only');
    expect(item).toHaveTextContent('Created Mar 5, 2026, ends Mar 5, 2099, last used Mar 6, 2026');
    await user.click(button('Revoke Nightly'));
    const question = parts(await dialogOf('Revoke API Token'));
    expect(revoked).toBe(0);
    await user.click(question.button('Revoke'));
    expect(await screen.findByText('API token revoked')).toBeVisible();
    await waitFor(() => expect(within(dialog).queryByText('API Tokens')).not.toBeInTheDocument());
    expect([revoked, bodies]).toEqual([1, []]);
  });

  it.each([
    ['https://pictures.example/grace.jpg', 'https://pictures.example/grace.jpg', null],
    ['', null, 'https://pictures.example/grace.jpg'],
  ])('sends a picture only when it was changed (%j)', async (entered, sent, before) => {
    const shown = { ...grace, profileImageUrl: before };
    api.use(
      returns('/api/managers', [shown]),
      http.get(`*/api/users/${grace.id}`, () => HttpResponse.json(shown, { headers: { etag: '"4"' } })),
      http.patch(
        `*/api/users/${grace.id}`,
        keeps(() => HttpResponse.json(shown)),
      ),
    );
    const { user, fill, button } = await open('Edit', 'Edit Employee');
    fill('Picture Address', entered);
    await user.click(button('Save Changes'));
    await waitFor(() => expect(bodies).toMatchObject([{ profileImageUrl: sent }]));
  });

  it('unassigns a location once it is saved', async () => {
    const removed: unknown[] = [];
    api.use(
      http.delete(`*/api/managers/${grace.id}/locations/:id`, ({ params }) => {
        removed.push(params['id']);
        return new HttpResponse(null, { status: 204 });
      }),
      http.patch(`*/api/users/${grace.id}`, () => HttpResponse.json(grace)),
    );
    const { user, button } = await open('Edit', 'Edit Employee');
    for (const isPressed of ['true', 'false', 'true']) {
      await user.click(button('Unassign Harbor'));
      expect(button('Unassign Harbor')).toHaveAttribute('aria-pressed', isPressed);
    }
    expect(removed).toEqual([]);
    await user.click(button('Save Changes'));
    expect(await screen.findByText('Employee updated successfully')).toBeVisible();
    expect(removed).toEqual(['1']);
  });

  it.each([
    ['oneself', grace.id, 1],
    ['another employee', 'another', 0],
  ])('reads who is signed in again after a change of %s', async (_who, signedIn, reads) => {
    let asked = 0;
    api.use(
      http.patch(`*/api/users/${grace.id}`, () => HttpResponse.json(grace)),
      http.get('*/api/user', () => {
        asked += 1;
        return HttpResponse.json(grace);
      }),
    );
    const { queryClient, user } = renderWithProviders(
      <>
        <EmployeesScreen role="admin" />
        <SignedIn />
      </>,
      { queryClient: signedInAs(signedIn) },
    );
    await screen.findByText('Grace Hopper');
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.click(parts(await dialogOf('Edit Employee')).button('Save Changes'));
    expect(await screen.findByText('Employee updated successfully')).toBeVisible();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(asked).toBe(reads);
  });
});

describe('Reset User Password', () => {
  async function openReset() {
    const edit = await open('Edit', 'Edit Employee');
    await edit.user.click(edit.button('Reset Password'));
    return { user: edit.user, ...parts(await dialogOf('Reset User Password')) };
  }

  it('tells a password manager whose password it is, and focuses the first one', async () => {
    const { dialog } = await openReset();
    const email = within(dialog).getByLabelText('Email');
    expect(email).toHaveValue(grace.email);
    expect(email).toHaveAttribute('readonly');
    expect(email).toHaveAttribute('autocomplete', 'username');
    const password = within(dialog).getByLabelText('New Password');
    expect(password).toHaveAttribute('autocomplete', 'new-password');
    await waitFor(() => expect(password).toHaveFocus());
  });

  it('requires both passwords, equal and long enough', async () => {
    const { user, dialog, fill, button } = await openReset();
    expect(button('Reset Password')).toBeDisabled();
    fill('New Password', 'short');
    expect(button('Reset Password')).toBeDisabled();
    fill('Confirm Password', 'other');
    await waitFor(() => expect(button('Reset Password')).toBeEnabled());
    await user.click(button('Reset Password'));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Passwords do not match');
    fill('Confirm Password', 'short');
    await user.click(button('Reset Password'));
    await waitFor(() =>
      expect(within(dialog).getByRole('alert')).toHaveTextContent('Password must be at least 6 characters'),
    );
    expect(bodies).toEqual([]);
  });

  it.each([
    [() => new HttpResponse(null, { status: 204 }), 'Password reset successfully'],
    [() => problem(500, 'Something went wrong.'), 'Failed to reset password'],
  ])('shows the result', async (response, text) => {
    api.use(http.post('*/api/admin/reset-user-password', keeps(response)));
    const { user, fill, button } = await openReset();
    fill('New Password', 'secret');
    fill('Confirm Password', 'secret');
    await waitFor(() => expect(button('Reset Password')).toBeEnabled());
    await user.click(button('Reset Password'));
    expect(await screen.findByText(text)).toBeVisible();
    expect(bodies).toEqual([{ userId: grace.id, newPassword: 'secret' }]);
  });
});

it('edits the version after a password reset', async () => {
  api.use(
    http.post('*/api/admin/reset-user-password', () => {
      api.use(
        http.get('*/api/users/:id', () => HttpResponse.json(grace, { headers: { etag: '"5"' } })),
        http.patch(
          '*/api/users/:id',
          keeps(() => HttpResponse.json(grace)),
        ),
      );
      return HttpResponse.json(grace);
    }),
  );
  const edit = await open('Edit', 'Edit Employee');
  await edit.user.click(edit.button('Reset Password'));
  const reset = parts(await dialogOf('Reset User Password'));
  reset.fill('New Password', 'secret');
  reset.fill('Confirm Password', 'secret');
  await waitFor(() => expect(reset.button('Reset Password')).toBeEnabled());
  await edit.user.click(reset.button('Reset Password'));
  await waitFor(() => expect(reset.dialog).not.toBeInTheDocument());
  await edit.user.click(edit.button('Save Changes'));
  expect(await screen.findByText('Employee updated successfully')).toBeVisible();
  expect(headers[0]?.get('if-match')).toBe('"5"');
});
