import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type ToastInput, useToast } from './toast-context.ts';
import { ToastProvider } from './toast-provider.tsx';

const undone = jest.fn();
const explained = jest.fn();
const toasts: Record<string, ToastInput> = {
  Succeed: { title: 'Success', description: 'Ticket created successfully' },
  Remove: { title: 'Success', description: 'Done', hint: 'It is gone.', undo: () => undone() },
  Change: { title: '3 tickets changed, 1 not', duration: 10_000, details: () => explained() },
  Fail: { title: 'Error', description: 'Failed to create ticket', variant: 'destructive' },
};

function Screen() {
  const toast = useToast();
  return Object.entries(toasts).map(([name, input]) => (
    <button key={name} type="button" onClick={() => toast(input)}>
      {name}
    </button>
  ));
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function show(): void {
  render(
    <ToastProvider>
      <Screen />
    </ToastProvider>,
  );
}

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(window, 'requestIdleCallback').mockImplementation((then) => setTimeout(then, 10));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const expectUndo = () => {
  press('Remove');
  expect(screen.getByRole('status')).toHaveTextContent('SuccessDoneIt is gone.Undo');
  undone.mockClear();
  press('Undo');
  expect(undone).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Success')).not.toBeInTheDocument();
};

/** Longer than others, and for as long as it is pointed at or has the focus. */
const expectHeld = () => {
  press('Change');
  const isShown = (after: number) => {
    act(() => jest.advanceTimersByTime(after));
    return screen.queryByRole('button', { name: 'Details' }) !== null;
  };
  const details = () => screen.getByRole('button', { name: 'Details' });
  expect(isShown(9_900)).toBe(true);
  fireEvent.pointerOver(details());
  fireEvent.pointerMove(details());
  expect(isShown(60_000)).toBe(true);
  act(() => details().focus());
  fireEvent.pointerOut(details());
  expect(isShown(60_000)).toBe(true);
  act(() => details().blur());
  expect(isShown(10_100)).toBe(false);
};

const expectDetails = () => {
  press('Change');
  press('Details');
  expect(explained).toHaveBeenCalledTimes(1);
  explained.mockClear();
  expect(screen.queryByText('3 tickets changed, 1 not')).not.toBeInTheDocument();
};

describe('a toast before its library is loaded', () => {
  beforeEach(show);

  it('is held while it is pointed at or has the focus', () => expectHeld());

  it('shows more about it, and ends', () => expectDetails());

  it('takes back what was done, once', () => expectUndo());

  it('is shown in a region that is there before it, and disappears after 5000 ms', () => {
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    press('Succeed');
    expect(screen.getByRole('status')).toHaveTextContent('SuccessTicket created successfully');
    act(() => jest.advanceTimersByTime(4900));
    expect(screen.getByText('Success')).toBeVisible();
    act(() => jest.advanceTimersByTime(200));
    expect(screen.queryByText('Success')).not.toBeInTheDocument();
  });

  it('stays while the library arrives, and the next one is shown by that', async () => {
    press('Fail');
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to create ticket');
    expect(screen.getByText('Error').closest('[data-state]')).toBeNull();
    press('Succeed');
    expect(screen.getByText('Success').closest('[data-state]')).toBeVisible();
    expect(screen.queryByText('Error')).not.toBeInTheDocument();
  });

  it('can be dismissed', () => {
    press('Succeed');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('Success')).not.toBeInTheDocument();
  });
});

describe('a toast', () => {
  beforeEach(async () => {
    show();
    await act(() => jest.advanceTimersByTimeAsync(1000));
  });

  it('is shown once, in a region with role status', () => {
    press('Succeed');
    expect(screen.getByRole('status')).toHaveTextContent('SuccessTicket created successfully');
    act(() => jest.advanceTimersByTime(200));
    expect(screen.getAllByText('Ticket created successfully')).toHaveLength(1);
  });

  it('takes back what was done, once', () => expectUndo());

  it('is held while it is pointed at or has the focus', () => expectHeld());

  it('shows more about it, and ends', () => expectDetails());

  it('is an alert for a failure', () => {
    press('Fail');
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to create ticket');
  });

  it('replaces the previous one', () => {
    press('Succeed');
    press('Fail');
    expect(screen.queryByText('Success')).not.toBeInTheDocument();
    expect(screen.getByText('Error')).toBeVisible();
  });

  it('disappears after 5000 ms, counted for each', () => {
    press('Succeed');
    act(() => jest.advanceTimersByTime(4000));
    press('Fail');
    act(() => jest.advanceTimersByTime(4900));
    expect(screen.getByText('Error')).toBeVisible();
    act(() => jest.advanceTimersByTime(200));
    expect(screen.queryByText('Error')).not.toBeInTheDocument();
  });

  it('can be dismissed', () => {
    press('Succeed');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('Success')).not.toBeInTheDocument();
  });

  it.each([
    [40, true],
    [60, false],
  ])('swiped %i px to the right stays: %s', (distance, stays) => {
    press('Succeed');
    const toast = screen.getByText('Success').closest('[data-state]');
    if (!toast) throw new Error('no toast');
    const at = (clientX: number) => ({ button: 0, pointerId: 1, clientX, clientY: 10 });
    fireEvent(toast, new MouseEvent('pointerdown', { bubbles: true, ...at(0) }));
    fireEvent(toast, new MouseEvent('pointermove', { bubbles: true, ...at(20) }));
    fireEvent(toast, new MouseEvent('pointermove', { bubbles: true, ...at(distance) }));
    fireEvent(toast, new MouseEvent('pointerup', { bubbles: true, ...at(distance) }));
    expect(screen.queryByText('Success') !== null).toBe(stays);
  });

  it('has its region focused on F8', () => {
    press('Succeed');
    screen.getByRole('button', { name: 'Succeed' }).focus();
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    expect(screen.getByRole('status')).toHaveFocus();
  });
});
