import { describe, expect, it } from '@jest/globals';
import type { Deployment } from 'kubernetes-models/apps/v1';
import type { Job } from 'kubernetes-models/batch/v1';
import { dirname, join } from 'node:path';
import { documents, frontEnds, paths, read } from './files.ts';
import { faultsOfTypes } from './strict-manifests.ts';

interface Manifest {
  kind: string;
  apiVersion: string;
  metadata: { name: string };
}

const folder = 'tools/deploy/kubernetes';
/** The application's, and those of the domains that have their own. */
const everywhere = `{${folder},{svc,mf}-*/kubernetes}/*`;
const kustomizations = paths(`${everywhere}/kustomization.yaml`);
const manifestFiles = paths(`${everywhere}/*.yaml`).filter((path) => !kustomizations.includes(path));
const manifests = manifestFiles.flatMap((path) => documents(path) as Manifest[]);

it('no manifest has a field that Kubernetes does not know, at any depth, or a wrong value', () => {
  const deployment = (more: object, container: object) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'x' },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: {
        metadata: { labels: { a: 'b' } },
        spec: { containers: [{ name: 'c', image: 'i', ...container }] },
      },
      ...more,
    },
  });
  const faulty = [
    deployment({ replcas: 2 }, {}),
    deployment({}, { readynessProbe: {} }),
    deployment({}, { imagePullPolicy: 'Sometimes' }),
  ];
  const faults = faultsOfTypes([...faulty, ...manifests]);
  expect(faults).toEqual([
    [expect.stringMatching(/replcas.* does not exist/)],
    [expect.stringMatching(/readynessProbe.* does not exist/)],
    [expect.stringContaining('"Sometimes"')],
    ...manifests.map(() => []),
  ]);
}, 60_000);

it('every manifest is part of a kustomization, and every kustomization names existing files', () => {
  const named = kustomizations.flatMap((path) => {
    const { resources } = documents(path)[0] as { resources: string[] };
    return resources.map((resource) => join(dirname(path), resource));
  });
  expect(named.filter((path) => path.endsWith('.yaml')).sort()).toEqual(manifestFiles);
  expect(named.filter((path) => !path.endsWith('.yaml'))).toEqual([`${folder}/base`]);
});

type PodOwner = InstanceType<typeof Deployment | typeof Job> & Manifest;
const podOwners = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job') as PodOwner[];

describe.each(podOwners.map((owner) => [owner.kind, owner.metadata.name, owner] as const))(
  'pods of %s %s',
  (kind, name, owner) => {
    const pod = owner.spec?.template.spec;
    const containers = [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])];

    it('run without rights they do not need', () => {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const { securityContext } of containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    });

    it('read every secret from a mounted file', () => {
      const volumes = new Map((pod?.volumes ?? []).map((volume) => [volume.name, volume]));
      for (const { env = [], volumeMounts = [] } of containers) {
        for (const { name: mounted } of volumeMounts) expect([...volumes.keys()]).toContain(mounted);
        for (const variable of env) {
          expect(variable.valueFrom?.secretKeyRef).toBeUndefined();
          const key = /^\/run\/secrets\/mainstay\/(.+)$/.exec(variable.value ?? '')?.[1];
          const items = volumes.get('secrets')?.secret?.items;
          if (key !== undefined && items) expect(items).toContainEqual({ key, path: key });
        }
      }
    });

    if (kind === 'Deployment') {
      it('report when they are ready, and keep serving while they are removed', () => {
        for (const container of containers) {
          expect(container).toMatchObject({
            startupProbe: { httpGet: { port: 'http' } },
            readinessProbe: { httpGet: { port: 'http' } },
            livenessProbe: { httpGet: { port: 'http' } },
            lifecycle: { preStop: { exec: { command: ['sleep', '8'] } } },
            resources: { requests: { cpu: expect.any(String), memory: expect.any(String) } },
          });
        }
        // A new pod starts first; a stopping pod has 8 s before SIGTERM, and 10 s to complete its requests.
        expect(owner.spec).toMatchObject({ strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } });
        expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(8 + 10);
      });

      it('have a budget, an autoscaler and a service', () => {
        const selector = { 'app.kubernetes.io/name': name };
        const of = (wanted: string) =>
          manifests.find((manifest) => manifest.kind === wanted && manifest.metadata.name === name);
        expect(owner).toMatchObject({ spec: { template: { metadata: { labels: selector } } } });
        expect(of('PodDisruptionBudget')).toMatchObject({
          spec: { maxUnavailable: 1, selector: { matchLabels: selector } },
        });
        expect(of('HorizontalPodAutoscaler')).toMatchObject({
          spec: { minReplicas: 2, scaleTargetRef: { kind: 'Deployment', name } },
        });
        expect(of('Service')).toMatchObject({ spec: { selector } });
      });
    }
  },
);

const mebibytes = (quantity: unknown): number => Number(/^(\d+)Mi$/.exec(String(quantity))?.[1]);

/** MiB of a process at rest and under 50 connections; svc-core also has the largest lists (docs/figures.md). */
it.each([
  ['svc-auth', 195, 320],
  ['svc-core', 200, 284 + 93],
  ['svc-attachments', 210, 280],
])('%s may take what was measured, and a fifth more', (service, atRest, atMost) => {
  const deployment = podOwners.find(({ metadata }) => metadata.name === service);
  const { requests, limits } = deployment?.spec?.template.spec?.containers[0]?.resources ?? {};
  expect(mebibytes(requests?.['memory'])).toBeGreaterThanOrEqual(atRest);
  expect(mebibytes(limits?.['memory'])).toBeGreaterThanOrEqual(1.2 * atMost);
});

it('jobs publish the shell, the public pages and each remote, from the image with its build', () => {
  const jobs = podOwners.filter(({ metadata }) => metadata.name.startsWith('publish-'));
  expect(jobs.map(({ metadata }) => metadata.name).sort()).toEqual(
    frontEnds.map((name) => `publish-${name}`),
  );
  for (const { metadata, spec } of jobs) {
    const folder = metadata.name.replace('publish-', '');
    expect(spec?.template.spec).toMatchObject({
      initContainers: [{ image: `mainstay/${folder}` }],
      containers: [
        { image: 'mainstay/publisher', env: [{ name: 'REMOTE', value: folder.replace(/^mf-/, '') }] },
      ],
    });
  }
});

it('all connections are denied unless a policy allows them', () => {
  expect(manifests.find(({ metadata }) => metadata.name === 'default-deny')).toMatchObject({
    kind: 'NetworkPolicy',
    spec: { podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
  });
});

it('services may connect to their backends, but not to each other', () => {
  const tier = { 'mainstay/tier': 'service' };
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy') as (Manifest & {
    spec: { podSelector: { matchLabels?: object }; egress?: { to?: { podSelector?: object }[] }[] };
  })[];
  const ofServices = policies.filter(({ spec }) => {
    const { matchLabels = {} } = spec.podSelector;
    return Object.keys(matchLabels).length === 0 || 'mainstay/tier' in matchLabels;
  });
  const destinations = ofServices.flatMap(({ spec }) => (spec.egress ?? []).map(({ to }) => to));
  expect(destinations.length).toBeGreaterThan(1);
  // An egress rule without a destination allows all, and one to pods of this namespace allows the other services.
  for (const to of destinations) {
    expect(to).not.toHaveLength(0);
    for (const destination of to ?? [{ podSelector: tier }]) expect(destination.podSelector).toBeUndefined();
  }
});

it('no manifest says whose X-Forwarded-For counts: the gateway does not start until an operator does', () => {
  const given = kustomizations.flatMap((path) => [...read(path).matchAll(/^ *- (TRUSTED_PROXIES=.*)$/gm)]);
  expect(given.map(([, literal]) => literal)).toEqual(['TRUSTED_PROXIES=']);
});

it('browsers reach files only through the gateway, which adds nosniff', () => {
  const literals = kustomizations.flatMap((path) => [...read(path).matchAll(/^ *- ((?:S3|STORAGE)_.*)$/gm)]);
  const upstream = 'storage.storage.svc.cluster.local:7070';
  // No overlay has other ones.
  expect(literals.map(([, literal]) => literal).sort()).toEqual([
    'S3_BUCKET=mainstay-files',
    'S3_ENDPOINT=https://files.example.com',
    'S3_FORCE_PATH_STYLE=true',
    `S3_INNER_ENDPOINT=http://${upstream}`,
    'S3_REGION=us-east-1',
    'STORAGE_BUCKET=mainstay-files',
    'STORAGE_ORIGIN=https://files.example.com',
    `STORAGE_UPSTREAM=${upstream}`,
  ]);
  const ofGateway = (kind: string) =>
    manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === 'gateway');
  expect(ofGateway('Service')).toMatchObject({ spec: { ports: [{ port: 8080 }, { port: 7070 }] } });
  expect(ofGateway('NetworkPolicy')).toMatchObject({
    spec: {
      ingress: [{ ports: [{ port: 8080 }, { port: 7070 }] }],
      egress: [{ ports: [{ port: 3000 }] }, { ports: [{ port: 7070 }] }],
    },
  });
});

it('only svc-attachments has the storage keys', () => {
  const withKeys = podOwners.filter(({ spec }) => JSON.stringify(spec).includes('s3-secret-access-key'));
  expect(withKeys.map(({ metadata }) => metadata.name)).toEqual(['svc-attachments']);
});

it('only svc-notifications has the address of the mail server, and may reach one', () => {
  const given = podOwners.filter(({ spec }) => JSON.stringify(spec).includes('smtp-url'));
  expect(given.map(({ metadata }) => metadata.name)).toEqual(['svc-notifications']);
  expect(manifests.find(({ metadata }) => metadata.name === 'mail')).toMatchObject({
    kind: 'NetworkPolicy',
    spec: {
      podSelector: { matchLabels: { 'app.kubernetes.io/name': 'svc-notifications' } },
      egress: [{ ports: [{ port: 25 }, { port: 465 }, { port: 587 }] }],
    },
  });
});

it('docs/operations.md names every key of the secrets', () => {
  const keys = manifestFiles
    .flatMap((path) => [...read(path).matchAll(/\/run\/secrets\/mainstay\/([a-z0-9-]+)/g)])
    .map(([, key]) => key);
  // The keys of the services contain their names.
  const named = keys.map((key = '') =>
    key.replace(/^svc-.+-url$/, 'svc-<name>-url').replace(/^.+-owner-url$/, '<name>-owner-url'),
  );
  for (const key of new Set(named)) expect(read('docs/operations.md')).toContain(`\`${key}\``);
});
