import { expect, it } from '@jest/globals';
import { documents, read } from './files.ts';

interface Rules {
  groups: { rules: { alert: string; expr: string; labels: { severity: string } }[] }[];
}
interface Dashboard {
  panels: { id: number; targets: { expr: string }[] }[];
}

const rules = (documents('tools/deploy/monitoring/alerts.yaml')[0] as Rules).groups.flatMap(
  (group) => group.rules,
);
const { panels } = JSON.parse(read('tools/deploy/monitoring/dashboard.json')) as Dashboard;
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];

/** The services' own metrics, with the suffixes of histogram series. */
const own = [
  'packages/service-kit/src/metrics.ts',
  'svc-auth/src/change-feed/feed-lag.ts',
  'svc-core/src/deadlines/deadline-lag.ts',
  'svc-notifications/src/events/stream-metrics.ts',
  'svc-notifications/src/inbox/inbox-metrics.ts',
  'svc-notifications/src/mail/mail-metrics.ts',
  'svc-notifications/src/vendor-mails/send-vendor-mail.ts',
]
  .flatMap((path) => [...read(path).matchAll(/name: '([a-z_]+)'/g)])
  .flatMap(([, name = '']) => [name, `${name}_bucket`, `${name}_count`, `${name}_sum`]);
/** The metrics of prom-client and Prometheus. */
const others = [
  'up',
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
  'nodejs_eventloop_lag_p99_seconds',
];

it.each(expressions)('%s uses existing metrics', (expression) => {
  const names =
    expression.replace(/\{[^}]*\}|\[[^\]]*\]/g, '').match(/\b[a-z]+(_[a-z0-9]+)+\b|\bup\b/g) ?? [];
  const metrics = names.filter((name) => name !== 'histogram_quantile');
  expect(metrics.length).toBeGreaterThan(0);
  for (const name of metrics) expect([...own, ...others]).toContain(name);
  for (const [open, close] of ['()', '{}', '[]']) {
    expect(expression.split(open ?? '').length).toBe(expression.split(close ?? '').length);
  }
});

it('every alert has a severity, and the manual says what to do', () => {
  for (const { alert, labels } of rules) {
    expect(['page', 'ticket']).toContain(labels.severity);
    expect(read('docs/operations.md')).toContain(`| \`${alert}\``);
  }
});
