import { describe, expect, it } from '@jest/globals';
import { dirname, join } from 'node:path';
import { documents, frontEnds, ownersOf, paths, read, services } from './files.ts';

interface Container {
  name: string;
  image: string;
  env?: { name: string; value?: string }[];
  volumeMounts?: { name: string }[];
}
interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec: {
    template: {
      spec: {
        initContainers?: Container[];
        containers: Container[];
        volumes?: { name: string; secret?: { items?: object[] } }[];
        terminationGracePeriodSeconds: number;
      };
    };
    podSelector: { matchLabels?: object };
    egress?: { to?: { podSelector?: object }[] }[];
  };
}

const folder = 'tools/deploy/kubernetes';
/** The application's, and those of the domains that have their own. */
const everywhere = `{${folder},{svc,mf}-*/kubernetes}/*`;
const kustomizations = paths(`${everywhere}/kustomization.yaml`);
const manifestFiles = paths(`${everywhere}/*.yaml`).filter((path) => !kustomizations.includes(path));
const manifests = manifestFiles.flatMap((path) => documents(path) as Manifest[]);
const podOwners = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
const named = (kind: string, name: string) =>
  manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
/** The values of a setting in all kustomizations. */
const literals = (names: RegExp) =>
  kustomizations
    .flatMap((path) => [...read(path).matchAll(/^ *- ([A-Z0-9_]+=.*)$/gm)].map(([, literal = '']) => literal))
    .filter((literal) => names.test(literal))
    .sort();

it('every manifest is part of a kustomization', () => {
  const resources = kustomizations.flatMap((path) =>
    (documents(path)[0] as { resources: string[] }).resources.map((resource) =>
      join(dirname(path), resource),
    ),
  );
  expect(resources.filter((path) => path.endsWith('.yaml')).sort()).toEqual(manifestFiles);
});

describe.each(podOwners.map((owner) => ({ ...owner, ...owner.metadata })))(
  'pods of $kind $name',
  ({ kind, name, spec }) => {
    const pod = spec.template.spec;
    const containers = [...(pod.initContainers ?? []), ...pod.containers];

    it('have no token, no variables of other services, and only the usual system calls', () => {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
      });
    });

    it('read every secret from a mounted file', () => {
      const volumes = new Map((pod.volumes ?? []).map((volume) => [volume.name, volume]));
      for (const { env = [], volumeMounts = [] } of containers) {
        for (const { name: mounted } of volumeMounts) expect([...volumes.keys()]).toContain(mounted);
        for (const variable of env) {
          const key = /^\/run\/secrets\/mainstay\/(.+)$/.exec(variable.value ?? '')?.[1];
          const items = volumes.get('secrets')?.secret?.items;
          if (key !== undefined && items) expect(items).toContainEqual({ key, path: key });
        }
      }
    });

    if (kind !== 'Deployment') return;
    it('report when they are ready, keep serving while they are removed, and have a budget and an autoscaler', () => {
      const probe = { httpGet: { port: 'http' } };
      for (const container of containers) {
        expect(container).toMatchObject({
          startupProbe: probe,
          readinessProbe: probe,
          livenessProbe: probe,
          lifecycle: { preStop: { exec: { command: ['sleep', '8'] } } },
          resources: { requests: { cpu: expect.any(String), memory: expect.any(String) } },
        });
      }
      const selector = { 'app.kubernetes.io/name': name };
      // A new pod starts first; a stopping pod has 8 s before SIGTERM, and 10 s to complete its requests.
      expect(spec).toMatchObject({
        strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
        template: { metadata: { labels: selector } },
      });
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(8 + 10);
      expect(
        ['PodDisruptionBudget', 'HorizontalPodAutoscaler', 'Service'].map((each) => named(each, name)),
      ).toMatchObject([
        { spec: { maxUnavailable: 1, selector: { matchLabels: selector } } },
        { spec: { minReplicas: 2, scaleTargetRef: { kind: 'Deployment', name } } },
        { spec: { selector } },
      ]);
    });
  },
);

it('jobs publish the shell, the public pages and each remote, from the image with its build', () => {
  const jobs = podOwners.filter(({ metadata }) => metadata.name.startsWith('publish-'));
  expect(jobs.map(({ metadata }) => metadata.name).sort()).toEqual(
    frontEnds.map((name) => `publish-${name}`),
  );
  for (const { metadata, spec } of jobs) {
    const built = metadata.name.replace('publish-', '');
    const env = [{ name: 'REMOTE', value: built.replace(/^mf-/, '') }];
    expect(spec.template.spec).toMatchObject({
      initContainers: [{ image: `mainstay/${built}` }],
      containers: [{ image: 'mainstay/publisher', env }],
    });
  }
});

it('all connections are denied unless a policy allows them', () => {
  expect(named('NetworkPolicy', 'default-deny')).toMatchObject({
    spec: { podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
  });
});

it('services may connect to their backends, but not to each other', () => {
  const ofServices = manifests.filter(({ kind, spec }) => {
    if (kind !== 'NetworkPolicy') return false;
    const { matchLabels = {} } = spec.podSelector;
    return Object.keys(matchLabels).length === 0 || 'mainstay/tier' in matchLabels;
  });
  const destinations = ofServices.flatMap(({ spec }) => (spec.egress ?? []).map(({ to }) => to));
  expect(destinations.length).toBeGreaterThan(1);
  // An egress rule without a destination allows all, and one to pods of this namespace allows the other services.
  for (const to of destinations) {
    expect(to).not.toHaveLength(0);
    for (const destination of to ?? [{ podSelector: {} }]) expect(destination.podSelector).toBeUndefined();
  }
});

it('no manifest says whose X-Forwarded-For counts: the gateway does not start until an operator does', () => {
  expect(literals(/^TRUSTED_PROXIES=/)).toEqual(['TRUSTED_PROXIES=']);
});

it('browsers reach files only through the gateway, which adds nosniff', () => {
  const upstream = 'storage.storage.svc.cluster.local:7070';
  // No overlay has other ones.
  expect(literals(/^(S3|STORAGE)_/)).toEqual([
    'S3_BUCKET=mainstay-files',
    'S3_ENDPOINT=https://files.example.com',
    'S3_FORCE_PATH_STYLE=true',
    `S3_INNER_ENDPOINT=http://${upstream}`,
    'S3_REGION=us-east-1',
    'STORAGE_BUCKET=mainstay-files',
    'STORAGE_ORIGIN=https://files.example.com',
    `STORAGE_UPSTREAM=${upstream}`,
  ]);
  const ports = [{ port: 8080 }, { port: 7070 }];
  expect(named('Service', 'gateway')).toMatchObject({ spec: { ports } });
  expect(named('NetworkPolicy', 'gateway')).toMatchObject({
    spec: { ingress: [{ ports }], egress: [{ ports: [{ port: 3000 }] }, { ports: [{ port: 7070 }] }] },
  });
});

it.each([
  ['s3-secret-access-key', 'svc-attachments'],
  ['smtp-url', 'svc-notifications'],
  ['oidc-client-secret', 'svc-auth'],
])('%s is only for %s', (key, name) => {
  const given = podOwners.filter(({ spec }) => JSON.stringify(spec).includes(key));
  expect(given.map(({ metadata }) => metadata.name)).toEqual([name]);
});

it.each([
  ['svc-notifications', 'mail', [25, 465, 587]],
  ['svc-auth', 'company-account', [443]],
])('only %s may reach servers of the policy %s, at %j', (name, policy, numbers) => {
  expect(named('NetworkPolicy', policy)).toMatchObject({
    spec: {
      podSelector: { matchLabels: { 'app.kubernetes.io/name': name } },
      egress: [{ ports: numbers.map((port) => ({ port })) }],
    },
  });
});

it('docs/operations.md names every key of the secrets', () => {
  const keys = manifestFiles.flatMap((path) => [
    ...read(path).matchAll(/\/run\/secrets\/mainstay\/([a-z0-9-]+)/g),
  ]);
  for (const [, key = ''] of keys) {
    // The keys of the services contain their names.
    const written = key
      .replace(/^svc-.+-url$/, 'svc-<name>-url')
      .replace(/^.+-owner-url$/, '<name>-owner-url');
    expect(read('docs/operations.md')).toContain(`\`${written}\``);
  }
});

/** In the order in which they run. */
const migrations = [`${folder}/migrate/migrate.yaml`, ...paths('svc-*/kubernetes/migrate/migrate.yaml')]
  .flatMap((path) => documents(path) as Manifest[])
  .flatMap(({ spec }) => [...(spec.template.spec.initContainers ?? []), ...spec.template.spec.containers]);
const routes = manifests.filter(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'services');

it.each(services)(
  'svc-$name runs, has its routes, and migrates after those whose tables it reads',
  (service) => {
    const { name } = service;
    const url = (key: string) => expect.objectContaining({ value: `/run/secrets/mainstay/${key}` });
    expect(named('Deployment', `svc-${name}`)?.spec.template.spec.containers[0]).toMatchObject({
      image: `mainstay/svc-${name}`,
      env: expect.arrayContaining([url(`svc-${name}-url`)]),
    });
    expect(routes.map(({ data }) => data?.[`${name}.json`])).toContain(read(`svc-${name}/service.json`));
    const order = migrations.map((container) => container.name);
    expect(migrations[order.indexOf(name)]).toMatchObject({
      image: `mainstay/svc-${name}`,
      env: expect.arrayContaining([url(`${name}-owner-url`)]),
    });
    const before = ownersOf(service).map((owner) => owner.name);
    expect(order.slice(0, order.indexOf(name))).toEqual(expect.arrayContaining(before));
  },
);
