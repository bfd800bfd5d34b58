import { type Meta, type Story } from '@mainstay/ui/stories';
import { ImportButton } from '../lists/import-button.tsx';
import { type ImportCalls, type ImportPlan } from './import-calls.ts';
import { ImportDialog } from './import-dialog.tsx';
import { ImportRows } from './import-rows.tsx';

export default {
  title: 'Web-kit/Import',
  component: ImportDialog,
  subcomponents: { ImportButton, ImportRows },
  parameters: { layout: 'fullscreen' },
} satisfies Meta;

const plan: ImportPlan = {
  id: 'plan',
  state: 'planned',
  counts: { create: 1, update: 1, unchanged: 0, error: 1, applied: 0, conflict: 0 },
};

const row = { outcome: null, changes: [], errors: [] };
const calls: ImportCalls = {
  plan: () => Promise.resolve({ body: plan, etag: '"1"' }),
  read: () => Promise.resolve(plan),
  apply: () => Promise.resolve(),
  rows: (id, action) => ({
    queryKey: [id, action],
    queryFn: () =>
      Promise.resolve({
        items: [
          { ...row, line: 2, action: 'create', key: 'ME-101' },
          {
            ...row,
            line: 3,
            action: 'update',
            key: 'ME-102',
            changes: [{ field: 'Phone', from: '207-555-0101', to: '207-555-0114' }],
          },
          {
            ...row,
            line: 4,
            action: 'error',
            key: 'ME-103',
            errors: [{ field: 'ZIP Code', message: 'Use 5 digits.' }],
          },
        ],
        total: 3,
        next: undefined,
      }),
    initialPageParam: undefined,
    getNextPageParam: () => undefined,
  }),
};

const what = {
  title: 'Import locations',
  template: { name: 'locations.csv', text: 'Store Number\r\n' },
  labels: {},
  calls,
  listPath: '/api/locations',
};

export const File: Story = {
  render: () => <ImportDialog {...what} open onClose={() => undefined} />,
};

export const Preview: Story = {
  render: () => (
    <ImportRows
      plan={plan}
      actions={['create', 'update', 'unchanged', 'error']}
      calls={calls}
      labelOf={(field) => field}
    />
  ),
};

export const Button: Story = {
  render: () => (
    <ImportButton
      load={() =>
        Promise.resolve({
          ImportDialog: (dialog: { open: boolean; onClose: () => void }) => (
            <ImportDialog {...what} {...dialog} />
          ),
        })
      }
    />
  ),
};
