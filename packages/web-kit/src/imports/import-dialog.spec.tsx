import { expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ApiError } from '../api-error.ts';
import { renderWithProviders } from '../testing/render.tsx';
import { type ImportAction, type ImportCalls, type ImportPlan, type ImportRow } from './import-calls.ts';
import { ImportDialog } from './import-dialog.tsx';

const rows: ImportRow[] = [
  {
    line: 2,
    action: 'create',
    outcome: null,
    key: '101',
    changes: [{ field: 'name', from: null, to: 'Harbor' }],
    errors: [],
  },
  {
    line: 3,
    action: 'update',
    outcome: null,
    key: '102',
    changes: [
      { field: 'phone', from: null, to: '207-555-0114' },
      { field: 'status', from: 'active', to: 'inactive' },
    ],
    errors: [],
  },
  {
    line: 4,
    action: 'error',
    outcome: null,
    key: '103',
    changes: [],
    errors: [{ field: 'zipCode', message: 'Use 5 digits.' }],
  },
];
const counts = { create: 1, update: 1, unchanged: 0, error: 1, applied: 0, conflict: 0 };
const planned: ImportPlan = { id: 'i', state: 'planned', counts };

function open(calls: Partial<ImportCalls> = {}) {
  const all = {
    plan: () => Promise.resolve({ body: planned, etag: '"1"' }),
    apply: jest.fn<ImportCalls['apply']>(() => Promise.resolve()),
    read: () =>
      Promise.resolve({
        ...planned,
        state: 'applied',
        counts: { ...counts, applied: 1, conflict: 1 },
      } as const),
    rows: (id: string, action: ImportAction | undefined) => ({
      queryKey: [id, action],
      queryFn: () => {
        const items = rows.filter((row) => action === undefined || row.action === action);
        return Promise.resolve({ items, total: items.length, next: undefined });
      },
      initialPageParam: undefined,
      getNextPageParam: () => undefined,
    }),
    ...calls,
  };
  const { user } = renderWithProviders(
    <ImportDialog
      open
      onClose={() => undefined}
      title="Import Locations"
      template={{ name: 'stores.csv', text: 'Store Number\r\n' }}
      labels={{ zipCode: 'ZIP Code', phone: 'Phone', status: 'Status' }}
      words={{ status: { active: 'Active', inactive: 'Closed' } }}
      calls={all}
      listPath="/api/locations"
    />,
  );
  return { user, ...all };
}

const file = new File(['storeNumber\n101'], 'stores.csv', { type: 'text/csv' });
const shownRows = () =>
  within(screen.getByRole('region', { name: 'Rows' }))
    .queryAllByRole('row')
    .slice(1);

it('shows what the file changes, row by row, and filters it', async () => {
  const { user } = open();
  await user.upload(screen.getByLabelText('CSV file'), file);
  expect(await screen.findByText('207-555-0114', { exact: false })).toHaveTextContent(
    'Phone: (empty) → 207-555-0114',
  );
  expect(shownRows()[1]).toHaveTextContent('Status: Active → Closed');
  expect(shownRows()).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'Errors: 1' }));
  await waitFor(() => expect(shownRows()).toHaveLength(1));
  expect(shownRows()[0]).toHaveTextContent('4103ErrorZIP Code: Use 5 digits.');
});

it('imports with the version of the preview once the errors are skipped, and shows the result', async () => {
  const { user, apply } = open();
  await user.upload(screen.getByLabelText('CSV file'), file);
  const button = await screen.findByRole('button', { name: 'Import 2 rows' });
  expect(button).toBeDisabled();
  await user.click(screen.getByRole('checkbox', { name: 'Skip the row with errors' }));
  await user.click(button);
  expect(await screen.findByText('1 row imported.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Conflicts: 1' })).toBeVisible();
  expect(apply).toHaveBeenCalledWith('i', '"1"', true);
});

it('says what is wrong with a row as a whole, and each thing that is wrong with a column', async () => {
  const [row] = rows;
  if (!row) throw new Error('no row');
  const errors = [
    { field: 'key', message: 'Line 2 has the same key.' },
    { field: 'zipCode', message: 'Once.' },
    { field: 'zipCode', message: 'Twice.' },
    { field: 'row', message: 'It has changed since the preview.' },
  ];
  const items = [{ ...row, action: 'error' as const, changes: [], errors }];
  const { user } = open({
    rows: (id, action) => ({
      queryKey: [id, action],
      queryFn: () => Promise.resolve({ items, total: 1, next: undefined }),
      initialPageParam: undefined,
      getNextPageParam: () => undefined,
    }),
  });
  await user.upload(screen.getByLabelText('CSV file'), file);
  await waitFor(() => expect(shownRows()).toHaveLength(1));
  expect(shownRows()[0]).toHaveTextContent(
    'Key: Line 2 has the same key.ZIP Code: Once.ZIP Code: Twice.Left alone: It has changed since the preview.',
  );
});

it('shows how far it is', async () => {
  const applying = { ...planned, state: 'applying', counts: { ...counts, error: 0, applied: 1 } } as const;
  const { user } = open({
    plan: () => Promise.resolve({ body: { ...planned, counts: { ...counts, error: 0 } }, etag: '"1"' }),
    read: () => Promise.resolve(applying),
  });
  await user.upload(screen.getByLabelText('CSV file'), file);
  await user.click(await screen.findByRole('button', { name: 'Import 2 rows' }));
  const bar = await screen.findByRole('progressbar', { name: '1 of 2 rows' });
  expect(bar).toHaveAttribute('aria-valuenow', '50');
});

it('says why a file cannot be read, and accepts another', async () => {
  const detail = 'There is no column "Colour".';
  const plan = jest.fn<ImportCalls['plan']>(() => Promise.resolve({ body: planned, etag: '"1"' }));
  plan.mockRejectedValueOnce(new ApiError({ status: 400, detail, errors: undefined, requestId: undefined }));
  const { user } = open({ plan });
  await user.upload(screen.getByLabelText('CSV file'), file);
  expect(await screen.findByRole('alert')).toHaveTextContent(detail);
  await user.upload(screen.getByLabelText('CSV file'), file);
  expect(await screen.findByRole('button', { name: 'Import 2 rows' })).toBeVisible();
});

it('says that there is no network if that is why a file cannot be read', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { user } = open({ plan: () => Promise.reject(new TypeError('Failed to fetch')) });
  await user.upload(screen.getByLabelText('CSV file'), file);
  expect(await screen.findByRole('alert')).toHaveTextContent('You are offline. This needs a connection.');
  jest.restoreAllMocks();
});
