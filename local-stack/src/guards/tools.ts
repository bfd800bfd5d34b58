import type { Guard } from './guard.ts';

/** Checks in the backup and the tools. */
export const tools: readonly Guard[] = [
  {
    name: 'feed: restored changes have no numbers of another cluster',
    file: 'backup/src/database.ts',
    remove: "CASE a.atttypid WHEN 'xid8'::regtype THEN '0' ELSE quote_ident(a.attname) END",
    put: 'quote_ident(a.attname)',
    test: 'svc-attachments/test/backup.spec.ts',
  },
  {
    name: 'services: only tables they read',
    file: 'local-stack/database/provision.sql',
    remove: "WITH INHERIT TRUE, SET FALSE', service.read_schema || '_readers'",
    put: "WITH INHERIT TRUE, SET TRUE', service.read_schema || '_readers'",
    test: 'local-stack/src/backends/postgres.spec.ts',
  },
];
