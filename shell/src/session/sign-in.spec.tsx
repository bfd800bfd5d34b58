import { returns, problem, renderWithProviders } from '@mainstay/web-kit/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { SessionGate } from '../app/session-gate.tsx';
import page from '../page.tsx';
import { CompanySignIn } from './company-sign-in.tsx';
import { useLogout } from './use-logout.ts';
import { admin, shellApi } from '../../test/shell-api.ts';

const api = shellApi();

async function openForm(path = '/auth') {
  const { user, ...rest } = renderWithProviders(<SessionGate />, { path });
  await user.click(await screen.findByRole('button', { name: 'Sign in' }));
  return { user, ...rest };
}

describe('before the user is known', () => {
  it('shows a spinner while the current user is loading', async () => {
    renderWithProviders(<SessionGate />);
    expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
  });

  it('shows an error if the server does not respond, and asks again on Retry', async () => {
    api.use(http.get('*/api/user', () => problem(503, 'The session store is unavailable.'), { once: true }));
    const { user } = renderWithProviders(<SessionGate />);
    expect(await screen.findByText('503: The session store is unavailable.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
  });
});

describe('the sign-in screen', () => {
  it.each(['/auth', '/', '/tickets', '/nowhere'])('is shown to visitors at %s', async (path) => {
    renderWithProviders(<SessionGate />, { path });
    expect(await screen.findByRole('heading', { name: 'Mainstay' })).toBeVisible();
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
  });

  it('reveals e-mail and password, both required', async () => {
    await openForm();
    expect(screen.getByLabelText('Email')).toBeRequired();
    expect(screen.getByLabelText('Email')).toHaveAttribute('type', 'email');
    expect(screen.getByLabelText('Password')).toBeRequired();
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  });

  it('accepts pasted and saved passwords, and stores nothing of them in the browser', async () => {
    api.use(http.post('*/api/login', () => HttpResponse.json(admin)));
    const { user } = await openForm();
    expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username');
    expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password');
    await user.type(screen.getByLabelText('Email'), 'ada@sandwich.example');
    await user.click(screen.getByLabelText('Password'));
    await user.paste('pasted secret');
    expect(screen.getByLabelText('Password')).toHaveValue('pasted secret');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
    const kept = [...Object.entries(localStorage), ...Object.entries(sessionStorage), document.cookie].join();
    expect(kept).not.toMatch(/secret|sandwich\.example|Ada|Lovelace/);
  });

  it('keeps a pasted text that is too long, says so at the field, and does not send it', async () => {
    const { user } = await openForm();
    const password = screen.getByLabelText<HTMLInputElement>('Password');
    await user.click(password);
    await user.paste('x'.repeat(257));
    expect(password).toHaveValue('x'.repeat(257));
    expect(password).toHaveAccessibleDescription('257 / 256: at most 256 characters');
    expect(password.checkValidity()).toBe(false);
    await user.type(password, '{Backspace}');
    expect(password).not.toHaveAccessibleDescription();
    expect(password.checkValidity()).toBe(true);
  });

  it('says why a sign-in failed, and keeps what was typed', async () => {
    api.use(http.post('*/api/login', () => problem(401, 'Invalid email or password')));
    const { user } = await openForm();
    await user.type(screen.getByLabelText('Email'), 'ada@sandwich.example');
    await user.type(screen.getByLabelText('Password'), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Login failed401: Invalid email or password');
    const form = within(screen.getByRole('form', { name: 'Sign in' }));
    expect(form.getByText('Invalid email or password')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@sandwich.example');
  });

  it('explains who can reset a password', async () => {
    const { user } = await openForm();
    const link = screen.getByRole('link', { name: 'Reset password' });
    await user.click(link);
    expect(screen.getByRole('dialog', { name: 'Reset Password' })).toHaveTextContent(
      /contact your administrator.*must be performed by an administrator for security reasons/i,
    );
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(link).toHaveFocus();
  });
});

describe('the first run', () => {
  const offer = { name: 'Create the first administrator' };

  it('offers to create the first administrator and signs them in', async () => {
    const sent: unknown[] = [];
    api.use(
      returns('/api/setup', { needed: true, selfRegistration: false }),
      http.post('*/api/register', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(admin, { status: 201 });
      }),
    );
    const { user } = renderWithProviders(<SessionGate />);
    await user.click(await screen.findByRole('button', offer));
    await user.type(screen.getByLabelText('First Name'), 'Ada');
    await user.type(screen.getByLabelText('Last Name'), 'Lovelace');
    await user.type(screen.getByLabelText('Email'), 'ada@sandwich.example');
    await user.type(screen.getByLabelText('Password'), 'secret1');
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
    expect(sent).toEqual([
      {
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'ada@sandwich.example',
        password: 'secret1',
        role: 'district_manager',
      },
    ]);
  });

  it('shows a validation error on its field and in a toast', async () => {
    api.use(
      returns('/api/setup', { needed: true, selfRegistration: false }),
      http.post('*/api/register', () =>
        problem(400, 'Check the fields.', { email: ['is not an e-mail address'] }),
      ),
    );
    const { user } = renderWithProviders(<SessionGate />);
    await user.click(await screen.findByRole('button', offer));
    for (const label of ['First Name', 'Last Name', 'Password']) {
      await user.type(screen.getByLabelText(label), 'secret1');
    }
    await user.type(screen.getByLabelText('Email'), 'a@b');
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    const toast = await screen.findByRole('alert');
    expect(toast).toHaveTextContent('Registration failed');
    expect(toast).toHaveTextContent('400: Check the fields.');
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('is not an e-mail address');
  });

  it('is not offered later, unless self-registration is on', async () => {
    api.use(returns('/api/setup', { needed: false, selfRegistration: true }));
    renderWithProviders(<SessionGate />);
    expect(await screen.findByRole('button', { name: 'Create an account' })).toBeVisible();
    expect(screen.queryByRole('button', offer)).not.toBeInTheDocument();
  });
});

describe("the company's sign-in", () => {
  const button = { name: 'Sign in with Contoso' };
  const open = (path: string) => {
    window.history.replaceState(null, '', path);
    const seen: string[] = [];
    return {
      ...renderWithProviders(<CompanySignIn label="Contoso" go={(address) => seen.push(address)} />),
      seen,
    };
  };
  afterEach(() => window.history.replaceState(null, '', '/'));

  it('stands above the own one where there is a company, and nowhere else', async () => {
    const { unmount } = renderWithProviders(<SessionGate />, { path: '/auth' });
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
    unmount();
    const company = { label: 'Contoso' };
    api.use(returns('/api/setup', { needed: false, selfRegistration: false, company }));
    renderWithProviders(<SessionGate />, { path: '/auth' });
    const theirs = await screen.findByRole('button', button);
    const own = screen.getByRole('button', { name: 'Sign in' });
    expect(theirs.compareDocumentPosition(own)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it.each([
    ['/auth?problem=expired', '/auth'],
    ['/tickets?ticket=7', '/tickets?ticket=7'],
  ])('returns from %s to %s', async (path, returnTo) => {
    const { user, seen } = open(path);
    await user.click(screen.getByRole('button', button));
    expect(seen).toEqual([`/api/oidc/login?returnTo=${encodeURIComponent(returnTo)}`]);
  });

  it.each([
    ['not_known', 'There is no account for you here. Ask your administrator to add you as an employee.'],
    ['signed_out', 'You are signed out here. You may still be signed in at Contoso.'],
  ])('says what %s means', (word, text) => {
    open(`/auth?problem=${word}`);
    expect(screen.getByRole('alert')).toHaveTextContent(text);
  });

  it('says nothing of an unknown problem', () => {
    open('/auth?problem=%3Cb%3E');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('signing out', () => {
  const signedIn = async () => {
    api.use(returns('/api/user', admin));
    const view = renderWithProviders(<SessionGate />);
    await screen.findByRole('heading', { name: 'Dashboard' });
    return view;
  };

  it('returns to the sign-in screen and clears the cache', async () => {
    api.use(http.post('*/api/logout', () => new HttpResponse(null, { status: 204 })));
    const { user, queryClient } = await signedIn();
    await waitFor(() => expect(queryClient.getQueryData(['/api/tickets', { limit: 5 }])).toEqual([]));
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
    expect(queryClient.getQueryData(['/api/tickets', { limit: 5 }])).toBeUndefined();
  });

  it('that is still to be sent is first of all in the next visit: nobody is asked for', async () => {
    localStorage.setItem('mainstay.signed-out', '1');
    let asked = 0;
    api.use(
      http.get('*/api/user', () => {
        asked += 1;
        return HttpResponse.json(admin);
      }),
    );
    renderWithProviders(<SessionGate />);
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('You are signed out here.');
    expect(asked).toBe(0);
  });

  it('shows an error if it fails, and stays', async () => {
    api.use(http.post('*/api/logout', () => problem(503, 'The session store is unavailable.')));
    const { user } = await signedIn();
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    const toast = await screen.findByRole('alert');
    expect(toast).toHaveTextContent('Logout failed');
    expect(toast).toHaveTextContent('503: The session store is unavailable.');
    expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  });
});

/** Signs out where the page would be left. */
function SignOut({ go }: { go: (address: string) => void }) {
  const logout = useLogout(go);
  return <button onClick={() => logout.mutate(undefined)}>Leave</button>;
}

it.each([
  ['company', { Link: '<https://id.example/end>; rel="end-session"' }, ['https://id.example/end']],
  ['company', {}, ['/auth?problem=signed_out']],
  ['password', {}, []],
] as const)('signing out of a session by %s with %j leads to %j', async (signedInBy, headers, addresses) => {
  api.use(http.post('*/api/logout', () => new HttpResponse(null, { status: 204, headers })));
  const seen: string[] = [];
  const { user, queryClient } = renderWithProviders(<SignOut go={(address) => seen.push(address)} />);
  queryClient.setQueryData(['/api/user'], { ...admin, signedInBy });
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(queryClient.getQueryData(['/api/user'])).toBeNull());
  expect(seen).toEqual(addresses);
});

it('sends a signed-in user who opens /auth to the dashboard', async () => {
  api.use(returns('/api/user', admin));
  renderWithProviders(<SessionGate />, { path: '/auth' });
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

it('opens the address that was asked for before the session ended, once', async () => {
  sessionStorage.setItem('mainstay.asked-for', ' /tasks?ticket=1');
  api.use(returns('/api/user', admin));
  const view = renderWithProviders(<SessionGate />, { path: '/auth' });
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await view.user.click(screen.getByRole('button', { name: 'Go Home' }));
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
  view.unmount();
  renderWithProviders(<SessionGate />, { path: '/auth' });
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

it.each(['/tickets', '/'])('forgets the address when a signed-in user comes to %s', async (path) => {
  sessionStorage.setItem('mainstay.asked-for', ' /tasks?ticket=1');
  api.use(returns('/api/user', admin));
  renderWithProviders(<SessionGate />, { path });
  expect(await screen.findByRole('button', { name: 'Sign Out' })).toBeVisible();
  expect(sessionStorage.getItem('mainstay.asked-for')).toBeNull();
});

describe('the page served by the gateway', () => {
  class Timing {
    readonly transferSize: number;
    constructor(transferSize: number) {
      this.transferSize = transferSize;
    }
  }
  afterEach(() => {
    delete document.documentElement.dataset['signedOut'];
    Reflect.deleteProperty(performance, 'getEntriesByType');
    Reflect.deleteProperty(globalThis, 'PerformanceNavigationTiming');
  });

  it.each([
    ['to a visitor without a session cookie requests no user', true, 300, 0],
    ['to a visitor with one requests the user', false, 300, 1],
    ['another day, kept by the browser, asks too', true, 0, 1],
  ])('%s', async (_what, isSignedOut, transferSize, calls) => {
    if (isSignedOut) document.documentElement.dataset['signedOut'] = 'true';
    Reflect.set(globalThis, 'PerformanceNavigationTiming', Timing);
    Reflect.set(performance, 'getEntriesByType', () => [new Timing(transferSize)]);
    let asked = 0;
    api.use(
      http.get('*/api/user', () => {
        asked += 1;
        return problem(401, 'Unauthorized');
      }),
    );
    renderWithProviders(<SessionGate />);
    if (calls === 0) expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
    expect(asked).toBe(calls);
  });

  it('shows the sign-in screen before any script runs, with a button that waits for scripts', async () => {
    const sent = new DOMParser().parseFromString(
      page({ isSignedOut: true, start: [], screenParts: [], pressedParts: [] }),
      'text/html',
    );
    expect(sent.documentElement.dataset).toHaveProperty('signedOut');
    const button = sent.querySelector('button');
    expect(button?.disabled).toBe(true);
    button?.removeAttribute('disabled');

    renderWithProviders(<SessionGate />);
    const main = await screen.findByRole('main');
    expect(sent.querySelector('#root > div')?.isEqualNode(main.parentElement)).toBe(true);
  });

  it('shows the spinner to users who may be signed in', () => {
    const sent = new DOMParser().parseFromString(
      page({ isSignedOut: false, start: [], screenParts: [], pressedParts: [] }),
      'text/html',
    );
    expect(sent.documentElement.dataset).not.toHaveProperty('signedOut');
    expect(sent.querySelector('[role=progressbar]')?.getAttribute('aria-label')).toBe('Loading');
  });
});
