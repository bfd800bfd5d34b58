import { expect, it } from '@jest/globals';
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { takesFiles } from './takes-files.ts';

const shot = new File(['x'], 'image.png', { type: 'image/png' });

function given(kind: 'paste' | 'drop', files: File[], words = '') {
  const taken: File[] = [];
  render(
    <form {...takesFiles((some) => taken.push(...some))}>
      <textarea />
    </form>,
  );
  const field = screen.getByRole('textbox');
  const data = { files, types: files.length > 0 ? ['Files'] : [], getData: () => words };
  const event = createEvent[kind](field, { clipboardData: data, dataTransfer: data });
  fireEvent(field, event);
  return { taken, isTaken: event.defaultPrevented, field };
}

it.each([
  ['a picture', [shot], ''],
  ['a copied file, which comes with its name', [shot], 'image.png\n'],
])('takes %s that is pasted', (_what, files, words) =>
  expect(given('paste', files, words)).toMatchObject({ taken: files, isTaken: true }),
);

it.each([
  ['words alone', [], 'The quote'],
  ['words of a table, with its picture', [shot], 'Labor\t120.00\n'],
])('leaves %s to the field', (_what, files, words) =>
  expect(given('paste', files, words)).toMatchObject({ taken: [], isTaken: false }),
);

it('takes what is dropped, and lets only files be', () => {
  const { taken, field } = given('drop', [shot], 'https://example.com/image.png');
  expect(taken).toEqual([shot]);
  expect(fireEvent.dragOver(field, { dataTransfer: { types: ['Files'] } })).toBe(false);
  expect(fireEvent.dragOver(field, { dataTransfer: { types: ['text/plain'] } })).toBe(true);
});
