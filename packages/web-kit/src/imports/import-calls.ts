import { bodyOf, pagedQuery, type PagedQuery, versionOf } from '@mainstay/web-kit';

export interface ImportPlan {
  id: string;
  state: 'planned' | 'applying' | 'applied' | 'expired';
  counts: Record<ImportAction, number>;
}

export type ImportAction = ImportRow['action'] | NonNullable<ImportRow['outcome']>;

export interface ImportRow {
  line: number;
  action: 'create' | 'update' | 'unchanged' | 'error';
  /** Null until it is applied. */
  outcome: 'applied' | 'conflict' | null;
  key: string;
  changes: { field: string; from: string | null; to: string | null }[];
  errors: { field: string; message: string }[];
}

/** The words of the screen for the API's values, by field and value, as "Active" for a status. */
export type ImportWords = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The calls of imports of one kind. They reject with ApiError. */
export interface ImportCalls {
  plan: (file: File, idempotencyKey: string) => Promise<{ body: ImportPlan; etag: string }>;
  read: (id: string) => Promise<ImportPlan>;
  rows: (id: string, action: ImportAction | undefined) => PagedQuery<ImportRow>;
  apply: (id: string, ifMatch: string, skipsErrors: boolean) => Promise<unknown>;
}

type Reply<Data> = Promise<{ data?: Data; response: Response }>;
interface One {
  path: { id: string };
}

/** The same calls in the form of the typed client: `(sent) => api.POST('/api/imports/things', sent)`. */
export interface ClientCalls {
  plan: (sent: {
    params: { header: { 'Idempotency-Key': string } };
    headers: { 'Content-Type': 'text/csv' };
    body: string;
    bodySerializer: () => File;
  }) => Reply<ImportPlan>;
  read: (sent: { params: One }) => Reply<ImportPlan>;
  rows: (sent: {
    params: One & { query: { action: ImportAction | undefined; cursor?: string; limit: number } };
    signal: AbortSignal;
  }) => Reply<ImportRow[]>;
  apply: (sent: {
    params: One & { header: { 'If-Match': string }; query: { skipErrors: 'true' | 'false' } };
  }) => Reply<unknown>;
}

export const importCalls = ({ plan, read, rows, apply }: ClientCalls): ImportCalls => ({
  plan: (file, idempotencyKey) =>
    versionOf(
      plan({
        params: { header: { 'Idempotency-Key': idempotencyKey } },
        headers: { 'Content-Type': 'text/csv' },
        body: file.name,
        // The bytes as they are: the server finds their encoding.
        bodySerializer: () => file,
      }),
    ),
  read: (id) => bodyOf(read({ params: { path: { id } } })),
  rows: (id, action) =>
    pagedQuery(['/api/imports', id, 'rows'], { action }, (query, signal) =>
      rows({ params: { path: { id }, query }, signal }),
    ),
  apply: (id, ifMatch, skipsErrors) =>
    apply({
      params: {
        path: { id },
        header: { 'If-Match': ifMatch },
        query: { skipErrors: skipsErrors ? 'true' : 'false' },
      },
    }),
});
