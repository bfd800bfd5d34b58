import { csvImport } from '@mainstay/web-kit/csv-import';
import { core } from '../api/core.ts';
import { strings } from '../strings.ts';
import { fieldStrings } from '../field-strings.ts';

/** The texts of the import. */
const imports = { title: 'Import Equipment', storeNumber: 'Store Number' } as const;

/** As docs/import/equipment-template.csv. */
export const template = {
  name: 'equipment.csv',
  text:
    'Store Number,Name,Category,Status,Manufacturer,Model,Serial,Installed On,Warranty Until,Replacement Cost,Vendor,Notes\r\n' +
    'ME-014,Walk-in cooler,Refrigeration,In service,Norlake,KLB-88,NL-20417,2024-03-05,2027-03-05,4200.00,,\r\n',
};

/** Imports equipment; for administrators. */
export const ImportDialog = csvImport({
  title: imports.title,
  template,
  labels: {
    ...fieldStrings,
    vendor: fieldStrings.vendorId,
    storeNumber: imports.storeNumber,
  },
  words: { category: strings.category, status: strings.status },
  listPath: '/api/equipment',
  calls: {
    plan: (sent) => core.POST('/api/imports/equipment', sent),
    read: (sent) => core.GET('/api/imports/{id}', sent),
    rows: (sent) => core.GET('/api/imports/{id}/rows', sent),
    apply: (sent) => core.POST('/api/imports/{id}/apply', sent),
  },
});
