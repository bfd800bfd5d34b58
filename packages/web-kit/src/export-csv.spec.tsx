import { expect, it } from '@jest/globals';
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { ExportCsv } from './export-csv.tsx';
import { ToastProvider } from './toast-provider.tsx';

/** Clicks the link. @returns whether the browser follows it */
function follows(total: number): boolean {
  render(
    <ToastProvider>
      <ExportCsv path="/api/tickets" filter={{ q: 'a&b', status: undefined }} total={total} />
    </ToastProvider>,
  );
  const link = screen.getByRole('link', { name: 'Export CSV' });
  expect(link).toHaveAttribute('href', '/api/tickets?q=a%26b&format=csv');
  expect(link).toHaveAttribute('download');
  const click = createEvent.click(link);
  fireEvent(link, click);
  return !click.defaultPrevented;
}

it('links to the list as a file', () => {
  expect(follows(100_000)).toBe(true);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('asks for filters where the file would be too long', () => {
  expect(follows(100_001)).toBe(false);
  expect(screen.getByRole('alert')).toHaveTextContent('Narrow the filters');
});
