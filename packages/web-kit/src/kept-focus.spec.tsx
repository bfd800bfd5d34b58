import { Modal } from '@mainstay/ui/core';
import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { OnlineButton } from './online-button.tsx';
import { renderWithProviders } from './testing/index.ts';

type Step = 'shown' | 'open' | 'closed' | 'unmounted';

/** A dialog that one of some buttons opens. */
function Screen({ step, gone = [] }: { step: Step; gone?: readonly string[] }) {
  const button = (name: string) => (gone.includes(name) ? null : <button type="button">{name}</button>);
  return (
    <main>
      {button('first')}
      <p>
        {button('before')}
        {button('opener')}
        {button('after')}
      </p>
      {button('last')}
      {step === 'unmounted' ? null : (
        <Modal open={step === 'open'} title="Question" onCancel={() => undefined}>
          <button type="button">inside</button>
        </Modal>
      )}
    </main>
  );
}

async function open() {
  const { rerender } = renderWithProviders(<Screen step="shown" />);
  act(() => screen.getByText('opener').focus());
  rerender(<Screen step="open" />);
  const inside = await screen.findByText('inside');
  act(() => inside.focus());
  return rerender;
}

describe.each(['closed', 'unmounted'] as const)('the focus of a dialog that is %s returns', (end) => {
  it.each([
    ['to what opened it', [], 'opener'],
    ['to what comes after that, if it is gone', ['opener'], 'after'],
    ['to what came before it in the same part', ['opener', 'after'], 'before'],
    ['to what comes after that part', ['before', 'opener', 'after'], 'last'],
    ['to what came before that part', ['before', 'opener', 'after', 'last'], 'first'],
  ])('%s', async (_case, gone, place) => {
    const rerender = await open();
    rerender(<Screen step="open" gone={gone} />);
    rerender(<Screen step={end} gone={gone} />);
    await waitFor(() => expect(screen.getByText(place)).toHaveFocus());
  });
});

it('a focus that somebody has moved on stays there', async () => {
  const rerender = await open();
  act(() => screen.getByText('last').focus());
  rerender(<Screen step="unmounted" gone={['opener']} />);
  await act(() => Promise.resolve());
  expect(screen.getByText('last')).toHaveFocus();
});

function Once() {
  const [isDone, setDone] = useState(false);
  return (
    <p>
      {isDone ? null : <OnlineButton onClick={() => setDone(true)}>Use it</OnlineButton>}
      <button type="button">next</button>
    </p>
  );
}

it('a button that is gone once it was pressed leaves the focus to the next one', async () => {
  const { user } = renderWithProviders(<Once />);
  await user.click(screen.getByRole('button', { name: 'Use it' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'next' })).toHaveFocus());
});
