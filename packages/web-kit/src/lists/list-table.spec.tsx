import { afterEach, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderWithProviders } from '../testing/index.ts';
import { ListTable } from './index.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

it.each([
  [899, 'no columns, but what can be pressed beside the name', 0],
  [900, 'columns', 1],
])('a list of %s px has %s', (width, _what, columns) => {
  jest.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(width);
  renderWithProviders(
    <ListTable
      label="Vendors"
      rows={[{ id: '1' }]}
      title="Name"
      nameOf={() => 'Bay Refrigeration'}
      columns={[{ title: 'Limit', width: 100, render: () => '$500.00' }]}
      brief={() => ['Refrigeration']}
      aside={() => <a href="tel:1">Call</a>}
    />,
  );
  expect(screen.getByText('Bay Refrigeration')).toBeVisible();
  expect(screen.queryAllByRole('columnheader', { name: 'Limit' })).toHaveLength(columns);
  expect(screen.queryAllByRole('link', { name: 'Call' })).toHaveLength(1 - columns);
});
