import {
  BrowserRouter,
  Link,
  useBackCloses,
  useLocation,
  useNavigate,
  useSearchParams,
} from '@mainstay/ui/router';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

/** A way through the history and what follows it take fewer turns, however busy the machine is. */
const TURNS = 20;
const settled = () =>
  act(async () => {
    for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  });
const close = jest.fn<(name: string) => void>();
const rendered = jest.fn();

function Dialog({ name }: { name: string }) {
  useBackCloses(true, () => close(name));
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => void navigate('/pushed')}>
        push
      </button>
      <button type="button" onClick={() => void navigate('/replaced', { replace: true })}>
        replace
      </button>
      <button type="button" onClick={() => void navigate(-1)}>
        leave
      </button>
    </>
  );
}

/** The dialogs are those of one screen. */
function Screen({ names }: { names: readonly string[] }) {
  const { pathname, search } = useLocation();
  const [, write] = useSearchParams();
  const filter = () => write(new URLSearchParams({ q: 'oven' }), { replace: true });
  rendered();
  return (
    <>
      <output>{search}</output>
      <button type="button" onClick={filter}>
        filter
      </button>
      <button
        type="button"
        onClick={() => {
          history.pushState({ idx: 2, key: 'other' }, '', '/other');
          filter();
        }}
      >
        filter too late
      </button>
      <Link to="/linked">link</Link>
      {pathname === '/start' ? names.map((name) => <Dialog key={name} name={name} />) : null}
    </>
  );
}

const page = (names: readonly string[]) => (
  <BrowserRouter>
    <Screen names={names} />
  </BrowserRouter>
);

async function open(...names: string[]) {
  const { rerender } = render(page(names));
  await settled();
  rendered.mockReset();
  return async (...next: string[]) => {
    rerender(page(next));
    await settled();
  };
}
async function go(entries: number) {
  history.go(entries);
  await settled();
}
async function press(name: string) {
  await userEvent.click(screen.getAllByText(name)[0] ?? document.body);
  await settled();
}
/** The entries above that of the screen. */
const depth = (): unknown => (history.state && Reflect.get(history.state, 'dialogs')) ?? 0;

beforeEach(() => {
  close.mockReset();
  history.pushState({ idx: 0, key: 'before' }, '', '/before');
  history.pushState({ idx: 1, key: 'start' }, '', '/start');
});
afterEach(async () => {
  cleanup();
  await settled();
  expect(depth()).toBe(0);
});

describe('Back', () => {
  it('closes the topmost dialog, one at a time, and then leaves the screen', async () => {
    const show = await open('lower', 'upper');
    await go(-1);
    expect(close.mock.calls).toEqual([['upper']]);
    await show('lower');
    await go(-1);
    expect(close.mock.calls).toEqual([['upper'], ['lower']]);
    await show();
    expect(location.pathname).toBe('/start');
    await go(-1);
    expect(location.pathname).toBe('/before');
  });

  it('asks a dialog that stays open again and again', async () => {
    await open('pending');
    await go(-1);
    await go(-1);
    expect(close).toHaveBeenCalledTimes(2);
    expect([location.pathname, depth()]).toEqual(['/start', 1]);
  });

  it('asks too if it skips entries, and the screen stays', async () => {
    await open('lower', 'upper');
    await go(-3);
    expect(close.mock.calls).toEqual([['upper']]);
    expect([location.pathname, depth()]).toEqual(['/start', 2]);
  });

  it('leaves the screen after dialogs that were closed otherwise, however many', async () => {
    const show = await open('lower', 'upper');
    await show('other');
    expect(depth()).toBe(1);
    await show();
    expect([location.pathname, depth()]).toEqual(['/start', 0]);
    await go(-1);
    expect(location.pathname).toBe('/before');
    expect(close).not.toHaveBeenCalled();
  });
});

it('Forward leads to no dialog that was closed', async () => {
  const show = await open('dialog');
  await show();
  await go(1);
  expect([location.pathname, depth()]).toEqual(['/start', 0]);
});

describe('a screen that replaces its parameters', () => {
  it('keeps its dialogs, and shows the new ones when those are closed', async () => {
    const show = await open('lower', 'upper');
    await press('filter');
    expect([location.pathname + location.search, depth()]).toEqual(['/start?q=oven', 2]);
    await go(-1);
    expect(close.mock.calls).toEqual([['upper']]);
    await show();
    expect([location.search, depth()]).toEqual(['?q=oven', 0]);
    expect(screen.getByRole('status')).toHaveTextContent('?q=oven');
    await go(-1);
    expect(location.pathname).toBe('/before');
  });

  it('leaves the address of another screen alone', async () => {
    await open();
    await press('filter too late');
    expect(location.pathname + location.search).toBe('/other');
  });
});

it('the router renders nothing for the entries of dialogs', async () => {
  const show = await open('dialog');
  await go(-1);
  await show();
  // Once for the dialog that is no longer there.
  expect(rendered).toHaveBeenCalledTimes(1);
});

it.each([
  ['push', '/pushed', '/start'],
  ['replace', '/replaced', '/before'],
  ['leave', '/before', undefined],
  ['link', '/linked', '/start'],
])('%s leads from a dialog to %s, and Back from there to %s', async (name, to, before) => {
  await open('lower', 'upper');
  await press(name);
  expect([location.pathname, depth()]).toEqual([to, 0]);
  if (before === undefined) return;
  await go(-1);
  // The screen is shown again with its dialogs, which this page never closes.
  expect(location.pathname).toBe(before);
});
