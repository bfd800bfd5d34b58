import { describe, expect, it } from '@jest/globals';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, PersistentVolumeClaim, Service } from 'kubernetes-models/v1';
import { dirname, join } from 'node:path';
import { documents, frontEnds, paths, read } from './files.ts';

const kinds: Record<string, new (data: never) => { validate: () => void }> = {
  ...{ Deployment, HorizontalPodAutoscaler, Job, NetworkPolicy, PodDisruptionBudget },
  ...{ ConfigMap, PersistentVolumeClaim, Service },
};

interface Manifest {
  kind: string;
  apiVersion: string;
  metadata: { name: string };
}

const folder = 'deploy/kubernetes';
/** The application's, and those of the domains that bring their own. */
const everywhere = `{${folder},{svc,mf}-*/kubernetes}/*`;
const kustomizations = paths(`${everywhere}/kustomization.yaml`);
const manifestFiles = paths(`${everywhere}/*.yaml`).filter((path) => !kustomizations.includes(path));
const manifests = manifestFiles.flatMap((path) => documents(path) as Manifest[]);

describe.each(manifests.map((manifest) => [manifest.kind, manifest.metadata.name, manifest] as const))(
  '%s %s',
  (kind, _name, manifest) => {
    it('is what Kubernetes knows under that name', () => {
      const Model = kinds[kind];
      if (!Model) throw new Error(`no schema for ${kind}`);
      new Model(manifest as never).validate();
    });
  },
);

it('every manifest is part of a kustomization, and every kustomization names files that are there', () => {
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

    it('read every secret they are told of from a file they mount', () => {
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
      it('say when they are ready, and go on serving while they are taken out', () => {
        for (const container of containers) {
          expect(container).toMatchObject({
            startupProbe: { httpGet: { port: 'http' } },
            readinessProbe: { httpGet: { port: 'http' } },
            livenessProbe: { httpGet: { port: 'http' } },
            lifecycle: { preStop: { exec: { command: ['sleep', '8'] } } },
            resources: { requests: { cpu: expect.any(String), memory: expect.any(String) } },
          });
        }
      });

      it('are kept by a budget, scaled by load, and found by a service', () => {
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

it('a job publishes the shell, and one each remote that is named', () => {
  const jobs = podOwners.filter(({ metadata }) => metadata.name.startsWith('publish-'));
  const images = jobs.map(({ spec }) => spec?.template.spec?.containers.map(({ image }) => image).join());
  expect(images).toEqual(jobs.map(({ metadata }) => metadata.name.replace('publish-', 'mainstay/')));
  expect(images).toContain('mainstay/shell');
  expect(frontEnds.map((folder) => `mainstay/${folder}`)).toEqual(expect.arrayContaining(images));
});

it('nothing may talk to anything unless a policy says so', () => {
  expect(manifests.find(({ metadata }) => metadata.name === 'default-deny')).toMatchObject({
    kind: 'NetworkPolicy',
    spec: { podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
  });
});

it('services may talk to their backends, and not to each other', () => {
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
  // An exit without a destination leads anywhere, one to pods of this namespace to the other services.
  for (const to of destinations) {
    expect(to).not.toHaveLength(0);
    for (const destination of to ?? [{ podSelector: tier }]) expect(destination.podSelector).toBeUndefined();
  }
});

it('the keys of the storage are given to svc-attachments alone', () => {
  const withKeys = podOwners.filter(({ spec }) => JSON.stringify(spec).includes('s3-secret-access-key'));
  expect(withKeys.map(({ metadata }) => metadata.name)).toEqual(['svc-attachments']);
});

it('docs/operations.md names every key of the secrets', () => {
  const keys = manifestFiles
    .flatMap((path) => [...read(path).matchAll(/\/run\/secrets\/mainstay\/([a-z0-9-]+)/g)])
    .map(([, key]) => key);
  // Those of the services have their names in them.
  const named = keys.map((key = '') =>
    key.replace(/^svc-.+-url$/, 'svc-<name>-url').replace(/^.+-owner-url$/, '<name>-owner-url'),
  );
  for (const key of new Set(named)) expect(read('docs/operations.md')).toContain(`\`${key}\``);
});
