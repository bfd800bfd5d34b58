import { startTracing } from '@mainstay/service-kit/tracing';

await startTracing('svc-core');
// Only now: what is imported before its tracing begins is not traced.
await import('./serve.ts');
