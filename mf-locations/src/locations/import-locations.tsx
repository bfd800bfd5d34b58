import { type paths } from '@mainstay/svc-core/openapi';
import { bodyOf, createApiClient, pagedQuery, versionOf } from '@mainstay/web-kit';
import { ImportDialog as Dialog, type ImportCalls } from '@mainstay/web-kit/import-dialog';
import { strings } from '../strings.ts';

const core = createApiClient<paths>();

const calls: ImportCalls = {
  plan: (file, idempotencyKey) =>
    versionOf(
      core.POST('/api/imports/locations', {
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

const labels = { ...strings.fields, managers: strings.imports.managers };

/** As docs/import/locations-template.csv. */
export const template = {
  name: 'stores.csv',
  text:
    'Store Number,Location Name,Street Address,City,State,ZIP Code,Phone,Status,Time Zone,Managers\r\n' +
    'ME-014,Harbor,12 Harbor Street,Portland,ME,04101,(207) 555-0101,Active,America/New_York,\r\n',
};

/** Imports stores; for administrators. */
export function ImportDialog(dialog: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      {...dialog}
      title={strings.imports.title}
      template={template}
      labels={labels}
      words={{ status: strings.status }}
      calls={calls}
      listPath="/api/locations"
    />
  );
}
