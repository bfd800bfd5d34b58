import { startTracing } from '@mainstay/service-kit/tracing';
import { secretPaths } from './secret-paths.ts';

await startTracing('svc-notifications', { secretPaths });
// Only now: modules imported before tracing starts are not traced.
await import('./serve.ts');
