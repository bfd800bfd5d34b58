import { startTracing } from '@mainstay/service-kit/tracing';

await startTracing('svc-reports');
// Only now: modules imported before tracing starts are not traced.
await import('./serve.ts');
