import { Form, type FormRule, Select } from '@mainstay/ui/forms';
import { bodyOf } from '@mainstay/web-kit';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { core } from './api/core.ts';
import { strings } from './strings.ts';

/** The longest title of a ticket or a recurring task, in UTF-16 units (specification, section 3). */
export const TITLE_LENGTH = 255;

/** White space alone does not fill a field. */
export const required = (label: string): FormRule => ({
  required: true,
  whitespace: true,
  message: strings.fields.required(label),
});

/** A Select's options from a map of value to label. */
export const labelledOptions = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const locationsQuery = () =>
  queryOptions({
    queryKey: ['/api/locations'],
    queryFn: ({ signal }) => bodyOf(core.GET('/api/locations', { signal })),
  });

/** The form field `locationId`: one of the locations the user may see. */
export function LocationField() {
  const locations = useQuery(locationsQuery());
  return (
    <Form.Item
      name="locationId"
      label={strings.fields.location}
      rules={[required(strings.fields.location)]}
      {...(locations.isError && { validateStatus: 'error', help: strings.fields.locationsFailed })}
    >
      <Select
        virtual={false}
        showSearch={{ optionFilterProp: 'label' }}
        loading={locations.isPending}
        placeholder={strings.fields.locationPlaceholder}
        notFoundContent={locations.isPending ? strings.loading : strings.fields.noLocations}
        options={locations.data?.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Form.Item>
  );
}
