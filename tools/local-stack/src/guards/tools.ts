import { checksIn } from './guard.ts';

const check = checksIn('.');

/** Checks in the backup and the tools. */
export const tools = [
  check('tools/backup/src/main.ts', 'svc-attachments/test/backup.spec.ts', {
    'feed: restored changes have no numbers of another cluster':
      "«CASE a.atttypid WHEN 'xid8'::regtype THEN '0' ELSE quote_ident(a.attname) END → quote_ident(a.attname)»",
  }),
  check('tools/local-stack/database/provision.sql', 'tools/local-stack/src/backends/postgres.spec.ts', {
    'services: only tables they read':
      "WITH INHERIT TRUE, SET «FALSE → TRUE»', service.read_schema || '_readers'",
  }),
].flat();
