import { bodyOf, pagedQuery, versionOf } from '@mainstay/web-kit';
import { ImportDialog as Dialog, type ImportCalls } from '@mainstay/web-kit/import-dialog';
import { core } from '../api/core.ts';
import { strings } from '../strings.ts';

const calls: ImportCalls = {
  plan: (file, idempotencyKey) =>
    versionOf(
      core.POST('/api/imports/equipment', {
        params: { header: { 'Idempotency-Key': idempotencyKey } },
        headers: { 'Content-Type': 'text/csv' },
        body: file.name,
        // The bytes as they are: the server finds their encoding.
        bodySerializer: () => file,
      }),
    ),
  read: (id) => bodyOf(core.GET('/api/imports/{id}', { params: { path: { id } } })),
  rows: (id, action) =>
    pagedQuery(['/api/imports', id, 'rows'], { action }, (query, signal) =>
      core.GET('/api/imports/{id}/rows', { params: { path: { id }, query }, signal }),
    ),
  apply: (id, ifMatch, skipsErrors) =>
    bodyOf(
      core.POST('/api/imports/{id}/apply', {
        params: {
          path: { id },
          header: { 'If-Match': ifMatch },
          query: { skipErrors: skipsErrors ? 'true' : 'false' },
        },
      }),
    ),
};

const labels = {
  ...strings.fields,
  vendor: strings.fields.vendorId,
  storeNumber: strings.imports.storeNumber,
};

/** As docs/import/equipment-template.csv. */
export const template = {
  name: 'equipment.csv',
  text:
    'Store Number,Name,Category,Status,Manufacturer,Model,Serial,Installed On,Warranty Until,Replacement Cost,Vendor,Notes\r\n' +
    'ME-014,Walk-in cooler,Refrigeration,In service,Norlake,KLB-88,NL-20417,2024-03-05,2027-03-05,4200.00,,\r\n',
};

/** Imports equipment; for administrators. */
export function ImportDialog(dialog: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      {...dialog}
      title={strings.imports.title}
      template={template}
      labels={labels}
      words={{ category: strings.category, status: strings.status }}
      calls={calls}
      listPath="/api/equipment"
    />
  );
}
