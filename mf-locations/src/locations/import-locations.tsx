import { csvImport } from '@mainstay/web-kit/csv-import';
import { strings } from '../strings.ts';
import { core } from './locations.queries.ts';

/** As docs/import/locations-template.csv. */
export const template = {
  name: 'stores.csv',
  text:
    'Store Number,Location Name,Street Address,City,State,ZIP Code,Phone,Status,Time Zone,Managers\r\n' +
    'ME-014,Harbor,12 Harbor Street,Portland,ME,04101,(207) 555-0101,Active,America/New_York,\r\n',
};

/** Imports stores; for administrators. */
export const ImportDialog = csvImport({
  title: strings.imports.title,
  template,
  labels: { ...strings.fields, managers: strings.imports.managers },
  words: { status: strings.status },
  listPath: '/api/locations',
  calls: {
    plan: (sent) => core.POST('/api/imports/locations', sent),
    read: (sent) => core.GET('/api/imports/{id}', sent),
    rows: (sent) => core.GET('/api/imports/{id}/rows', sent),
    apply: (sent) => core.POST('/api/imports/{id}/apply', sent),
  },
});
