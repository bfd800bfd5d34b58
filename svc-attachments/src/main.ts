import { startTracing } from '@mainstay/service-kit/tracing';

await startTracing('svc-attachments');
// Imported only now, because modules imported before tracing starts are not traced.
await import('./serve.ts');
