import { startTracing } from '@mainstay/service-kit/tracing';

// The paths continue with a tracking token.
await startTracing('svc-attachments', { secretPaths: ['/api/intake/track/', '/api/intake/jobs/'] });
// Imported only now, because modules imported before tracing starts are not traced.
await import('./serve.ts');
