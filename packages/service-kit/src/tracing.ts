import { secretBeginning } from './secret-beginning.ts';

/**
 * Sends spans of requests, statements and Redis commands to the collector in `OTEL_EXPORTER_OTLP_ENDPOINT` (OTLP over
 * HTTP); without it nothing is loaded. Must be called before the traced libraries are imported. OpenTelemetry's own
 * environment variables configure the rest: sampling (`OTEL_TRACES_SAMPLER`), headers, timeouts. Requests whose paths
 * begin with one of `secretPaths` are not traced.
 */
export async function startTracing(
  name: string,
  { secretPaths = [] }: { secretPaths?: readonly string[] } = {},
): Promise<void> {
  if (!process.env['OTEL_EXPORTER_OTLP_ENDPOINT']) return;
  const [node, exporters, resources, instrumentation, http, pg, redis] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/instrumentation'),
    import('@opentelemetry/instrumentation-http'),
    import('@opentelemetry/instrumentation-pg'),
    import('@opentelemetry/instrumentation-redis'),
  ]);
  const provider = new node.NodeTracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': name }),
    spanProcessors: [new node.BatchSpanProcessor(new exporters.OTLPTraceExporter())],
  });
  provider.register();
  instrumentation.registerInstrumentations({
    instrumentations: [
      new http.HttpInstrumentation({
        // A span of a stream would last for hours.
        ignoreIncomingRequestHook: ({ url = '', headers }) =>
          headers.accept === 'text/event-stream' ||
          url === '/metrics' ||
          url.startsWith('/health/') ||
          secretBeginning(url, secretPaths) !== undefined,
        requestHook: (span, request) => {
          // The same id as in log lines and error responses.
          if ('headers' in request)
            span.setAttribute('mainstay.request_id', String(request.headers['x-request-id']));
        },
        // A signed URL grants access.
        redactedQueryParams: ['signature', 'X-Amz-Signature', 'X-Amz-Credential', 'X-Amz-Security-Token'],
      }),
      // Statements without their values, and only within a request.
      new pg.PgInstrumentation({ requireParentSpan: true, enhancedDatabaseReporting: false }),
      // A key contains a session id, so only the command's name is recorded.
      new redis.RedisInstrumentation({
        requireParentSpan: true,
        dbStatementSerializer: (command) => command,
      }),
    ],
  });
  const flush = () => void provider.shutdown().catch(() => undefined);
  process.once('SIGTERM', flush);
  process.once('SIGINT', flush);
}
