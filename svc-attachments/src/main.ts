import { startTracing } from '@mainstay/service-kit/tracing';

await startTracing('svc-attachments');
// Only now: what is imported before its tracing begins is not traced.
await import('./serve.ts');
