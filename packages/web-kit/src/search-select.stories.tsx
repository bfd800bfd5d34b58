import { Form } from '@mainstay/ui/forms';
import { type Meta, type Story } from '@mainstay/ui/stories';
import { within } from '@testing-library/dom';
import { byPage, type Page } from './paged-list.ts';
import { SearchSelect } from './search-select.tsx';
import { anyContains } from './searched-list.ts';

export default { title: 'Web-kit/Search select', component: SearchSelect } satisfies Meta;

interface Store {
  id: string;
  name: string;
}

/** @param name distinguishes its query from those of the other stories. */
function StoreField({ name, load }: { name: string; load: () => Promise<Page<Store>> }) {
  return (
    <Form layout="vertical" initialValues={{ [name]: '42' }} style={{ maxWidth: 360 }}>
      <SearchSelect<Store>
        name={name}
        label="Location"
        queryOf={(q) => ({ ...byPage, queryKey: ['/stories/select', name, { q }], queryFn: load })}
        matches={(store, text) => anyContains([store.name], text)}
        optionsOf={(stores) => stores.map((store) => ({ value: store.id, label: store.name }))}
        texts={{
          placeholder: 'Select a location',
          loading: 'Loading...',
          none: 'No location found',
          failed: 'The locations could not be loaded.',
        }}
      />
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
