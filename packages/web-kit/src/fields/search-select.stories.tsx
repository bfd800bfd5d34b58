import { Form } from '@mainstay/ui/forms';
import { type Meta, type Story } from '@mainstay/ui/stories';
import { within } from '@testing-library/dom';
import { anyContains, byPage, type Page } from '@mainstay/web-kit';
import { ItemSelect, SearchSelect } from './search-select.tsx';

export default {
  title: 'Web-kit/Search select',
  component: SearchSelect,
  subcomponents: { ItemSelect },
} satisfies Meta;

interface Store {
  id: string;
  name: string;
}

/** @param name distinguishes its query from those of the other stories. */
const searchOf = (name: string, load: () => Promise<Page<Store>>) => ({
  queryOf: (q?: string) => ({ ...byPage, queryKey: ['/stories/select', name, { q }], queryFn: load }),
  matches: (store: Store, text: string) => anyContains([store.name], text),
  labelOf: (store: Store) => store.name,
  texts: {
    placeholder: 'Select a location',
    loading: 'Loading...',
    none: 'No location found',
    failed: 'The locations could not be loaded.',
  },
});

function StoreField({ name, load }: { name: string; load: () => Promise<Page<Store>> }) {
  return (
    <Form layout="vertical" initialValues={{ [name]: '42' }} style={{ maxWidth: 360 }}>
      <SearchSelect name={name} label="Location" {...searchOf(name, load)} />
    </Form>
  );
}

const stores: Page<Store> = {
  items: [
    { id: '41', name: 'Store 41, Shelbyville' },
    { id: '42', name: 'Store 42, Springfield' },
  ],
  total: 2,
  next: undefined,
};

export const Chosen: Story = {
  render: () => <StoreField name="chosen" load={() => Promise.resolve(stores)} />,
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('Store 42, Springfield');
  },
};

export const Failed: Story = {
  render: () => <StoreField name="failed" load={() => Promise.reject(new TypeError('Failed to fetch'))} />,
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('The locations could not be loaded.');
  },
};

export const OutsideAForm: Story = {
  render: () => (
    <ItemSelect
      aria-label="Store"
      allowClear
      searchOf={{ ...searchOf('outside', () => Promise.resolve(stores)), current: stores.items[0] }}
      onChoose={() => undefined}
    />
  ),
};
