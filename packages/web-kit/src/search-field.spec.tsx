import { expect, it } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, use, useState } from 'react';
import { SearchField } from './search-field.tsx';

const never = new Promise<string>(() => undefined);

/** Never finishes rendering the search results. */
function Found({ text }: { text: string }) {
  return <p>{text === '' ? 'everything' : use(never)}</p>;
}

function Searched() {
  const [text, setText] = useState('');
  return (
    <>
      <SearchField label="Search stores..." onSearch={setText} />
      <Suspense fallback={<p>nothing</p>}>
        <Found text={text} />
      </Suspense>
    </>
  );
}

it('shows each letter at once, while the list is still rendering', async () => {
  render(<Searched />);
  const field = screen.getByRole('searchbox', { name: 'Search stores...' });
  await act(() => Promise.resolve(fireEvent.change(field, { target: { value: 'h' } })));
  expect(field).toHaveProperty('value', 'h');
  expect(screen.queryByText('nothing')).toBeNull();
});

it('shows a search that is given, and replaces what was typed when another one is', () => {
  const fieldOf = (given: { text: string; key: string }) => (
    <SearchField label="Search stores..." given={given} onSearch={() => undefined} />
  );
  const { rerender } = render(fieldOf({ text: 'harbor', key: '1' }));
  const field = screen.getByRole('searchbox', { name: 'Search stores...' });
  expect(field).toHaveProperty('value', 'harbor');
  fireEvent.change(field, { target: { value: 'mill' } });
  rerender(fieldOf({ text: 'harbor', key: '1' }));
  expect(field).toHaveProperty('value', 'mill');
  rerender(fieldOf({ text: 'harbor', key: '2' }));
  expect(field).toHaveProperty('value', 'harbor');
});
