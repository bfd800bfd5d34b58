import { startTracing } from '@mainstay/service-kit/tracing';
import { secretPaths } from './secret-paths.ts';

await startTracing('svc-core', { secretPaths });
// Imported only now, because modules imported before tracing starts are not traced.
await import('./serve.ts');
