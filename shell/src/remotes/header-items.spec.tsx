import { type RemoteHost, type RemoteModule } from '@mainstay/remote-contract';
import { renderWithProviders } from '@mainstay/web-kit/testing';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { Header } from '../app/header.tsx';
import { idleLoader, remotesOf } from '../../test/remotes.tsx';
import { listed, shellApi } from '../../test/shell-api.ts';
import { type RemoteLoader } from './loader.ts';
import { RemotesContext } from './remotes-context.ts';

shellApi();

const Bell = ({ host }: { host: RemoteHost }) => <a href="/inbox">{`Inbox of ${host.user.firstName}`}</a>;
const inbox: RemoteModule = { contract: 2, name: 'inbox', screens: {}, HeaderItem: Bell };

function open(
  load: RemoteLoader['load'],
  remotes = [listed('inbox', { headerItem: true }), listed('other')],
) {
  const loader = { ...idleLoader(), load };
  const view = renderWithProviders(
    <RemotesContext value={remotesOf({ loader }, remotes)}>
      <Header
        mode="dark"
        onToggleTheme={() => undefined}
        isSidebarOpen
        onToggleSidebar={() => undefined}
        onProfile={() => undefined}
      />
    </RemotesContext>,
  );
  return { ...view, loader };
}

const bell = () => screen.findByRole('link', { name: 'Inbox of Ada' });
const place = () => document.querySelector<HTMLElement>('.item');

let complaint: jest.SpiedFunction<typeof console.error>;
beforeEach(() => {
  complaint = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => complaint.mockRestore());

it('shows the item of each remote that declares one, left of the theme toggle', async () => {
  const load = jest.fn(() => Promise.resolve(inbox));
  open(load);
  expect(await bell()).toBeVisible();
  expect(place()).toContainElement(await bell());
  const toggle = screen.getByRole('button', { name: 'Toggle theme' });
  expect(place()?.compareDocumentPosition(toggle)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(load.mock.calls).toEqual([['inbox']]);
  expect(complaint.mock.calls).toEqual([]);
});

it('leaves its space empty while it loads and if it fails', async () => {
  const load = jest.fn(() => Promise.reject(new Error('HTTP 503')));
  open(load);
  await waitFor(() => expect(load).toHaveBeenCalled());
  expect(place()).toBeEmptyDOMElement();
  expect(screen.getByRole('button', { name: 'Sign Out' })).toBeVisible();
});

it('shows it when the remote runs later', async () => {
  let isDown = true;
  const { loader } = open(() => (isDown ? Promise.reject(new Error('HTTP 503')) : Promise.resolve(inbox)));
  isDown = false;
  act(() => loader.loads.succeeded('inbox', 'v1', 10));
  expect(await bell()).toBeVisible();
});

it("contains a crash, reports it once, and shows the next version's item", async () => {
  const Broken = () => {
    throw new Error('no bell');
  };
  let current: RemoteModule = { ...inbox, HeaderItem: Broken };
  const { loader } = open(() => Promise.resolve(current));
  await waitFor(() => expect(loader.loads.read().get('inbox')?.lastError?.text).toBe('It stopped working.'));
  expect(place()).toBeEmptyDOMElement();
  expect(screen.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  current = inbox;
  act(() => loader.loads.succeeded('inbox', 'v2', 10));
  expect(await bell()).toBeVisible();
});
