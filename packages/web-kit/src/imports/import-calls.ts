import { type PagedQuery } from '../paged-list.ts';

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
