/**
 * Sends spans of requests, statements and Redis' commands to the collector that `OTEL_EXPORTER_OTLP_ENDPOINT` names
 * (OTLP over HTTP); without it nothing is loaded. To be called before whatever is to be traced is imported.
 * OpenTelemetry's own environment variables say the rest: sampling (`OTEL_TRACES_SAMPLER`), headers, time-outs.
 */
export async function startTracing(name: string): Promise<void> {
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
        ignoreIncomingRequestHook: ({ url = '' }) => url.startsWith('/health/') || url === '/metrics',
        requestHook: (span, request) => {
          // The id in the log lines and in every error answer.
          if ('headers' in request)
            span.setAttribute('mainstay.request_id', String(request.headers['x-request-id']));
        },
        // A signed URL is a key.
        redactedQueryParams: ['signature', 'X-Amz-Signature', 'X-Amz-Credential', 'X-Amz-Security-Token'],
      }),
      // Statements without their values, and only where a request waits for them.
      new pg.PgInstrumentation({ requireParentSpan: true, enhancedDatabaseReporting: false }),
      // A key names a session: of a command only its name.
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
