import { describe, expect, it } from '@jest/globals';
import { documents, mergedCompose, paths, read } from './files.ts';

interface Service {
  name: string;
  schema: string;
  reads: string[];
}

const services = paths('svc-*/service.json').map((path) => JSON.parse(read(path)) as Service);
/** One that is not deployed: shows the messages for its team. */
const stranger: Service = { name: 'tools', schema: 'tools', reads: ['core.locations'] };

interface Container {
  name?: string;
  image?: string;
  env?: { name: string; value?: string }[];
}

interface Job {
  spec: { template: { spec: { initContainers?: Container[]; containers: Container[] } } };
}

interface Compose {
  services: Record<
    string,
    {
      image?: string;
      secrets?: string[];
      environment?: Record<string, string>;
      configs?: { source: string; target: string }[];
      depends_on?: Record<string, object>;
    }
  >;
  secrets: Record<string, { file: string }>;
  configs: Record<string, { file: string }>;
}

const compose = mergedCompose() as Compose;
const base = 'tools/deploy/kubernetes/base';
/** Of a domain that has its own manifests; its team applies them after those that they depend on. */
const own = (name: string, file: string) => `svc-${name}/kubernetes/${file}`;
const kustomizations = paths(`{${base},svc-*/kubernetes/service}/kustomization.yaml`).flatMap(
  (path) => (documents(path)[0] as { resources: string[] }).resources,
);
const routed = Object.assign(
  {},
  ...paths(`{${base},svc-*/kubernetes/service}/services.yaml`).map(
    (path) => (documents(path)[0] as { data: object }).data,
  ),
) as Record<string, string>;
/** In the order in which they run. */
const migrations = [
  'tools/deploy/kubernetes/migrate/migrate.yaml',
  ...paths('svc-*/kubernetes/migrate/migrate.yaml'),
].flatMap((path) => {
  const [job] = documents(path) as Job[];
  const pod = job?.spec.template.spec;
  return [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])];
});

/** The containers that a container waits for, directly or indirectly. */
function awaitedBy(name: string, found = new Set<string>()): Set<string> {
  for (const other of Object.keys(compose.services[name]?.depends_on ?? {})) {
    if (!found.has(other)) awaitedBy(other, found.add(other));
  }
  return found;
}

const ownersOf = ({ reads, schema }: Service): Service[] =>
  [...services, stranger].filter(
    (other) => other.schema !== schema && reads.some((table) => table.startsWith(`${other.schema}.`)),
  );

/** What docker-compose.yml lacks for a service, one message each. */
function missingInCompose(service: Service): string[] {
  const { name, schema } = service;
  const { provision, gateway } = compose.services;
  const runs = compose.services[`svc-${name}`];
  const migrates = compose.services[`migrate-${name}`];
  const secrets = [`${schema}_owner`, `svc_${schema}`].flatMap((role) => [`${role}_password`, `${role}_url`]);
  const file = `svc-${name}.json`;
  const wanted: [isThere: boolean, sentence: string][] = [
    ...secrets.map((secret): [boolean, string] => [
      compose.secrets[secret]?.file === `tools/deploy/compose/secrets/${secret}`,
      `secrets: add ${secret}: { file: tools/deploy/compose/secrets/${secret} }`,
    ]),
    [
      compose.configs[file]?.file === `svc-${name}/service.json`,
      `configs: add ${file}: { file: svc-${name}/service.json }`,
    ],
    [
      provision?.configs?.some(
        ({ source, target }) => source === file && target === `/services/${name}.json`,
      ) === true,
      `provision: add to configs { source: ${file}, target: /services/${name}.json }`,
    ],
    ...secrets
      .filter((secret) => secret.endsWith('_password'))
      .map((secret): [boolean, string] => [
        provision?.secrets?.includes(secret) === true,
        `provision: add to secrets ${secret}`,
      ]),
    [
      migrates?.image === `mainstay/svc-${name}:\${IMAGE_TAG:-latest}` &&
        migrates.environment?.['MIGRATION_DATABASE_URL_FILE'] === `/run/secrets/${schema}_owner_url`,
      `add migrate-${name}, which runs the image mainstay/svc-${name} with the secret ${schema}_owner_url`,
    ],
    ...['provision', ...ownersOf(service).map((owner) => `migrate-${owner.name}`)].map(
      (before): [boolean, string] => [
        awaitedBy(`migrate-${name}`).has(before),
        `migrate-${name}: depends_on ${before}`,
      ],
    ),
    [
      runs?.image === `mainstay/svc-${name}:\${IMAGE_TAG:-latest}` &&
        runs.environment?.['DATABASE_URL_FILE'] === `/run/secrets/svc_${schema}_url`,
      `add svc-${name}, which runs the image mainstay/svc-${name} with the secret svc_${schema}_url`,
    ],
    [awaitedBy(`svc-${name}`).has(`migrate-${name}`), `svc-${name}: depends_on migrate-${name}`],
    [`svc-${name}` in (gateway?.depends_on ?? {}), `gateway: depends_on svc-${name}`],
  ];
  return wanted.filter(([isThere]) => !isThere).map(([, sentence]) => `docker-compose.yml: ${sentence}`);
}

/** The same for the manifests. */
function missingInKubernetes(service: Service): string[] {
  const { name } = service;
  const inBase = `${base}/svc-${name}.yaml`;
  const files = paths(`{${inBase},${own(name, `service/svc-${name}.yaml`)}}`);
  const manifests = files.flatMap(
    (path) => documents(path) as { kind: string; metadata: { name: string } }[],
  );
  const place = migrations.findIndex((container) => container.name === name);
  const keys = (container: Container | undefined) => container?.env?.map(({ value = '' }) => value) ?? [];
  const wanted: [isThere: boolean, sentence: string][] = [
    ...['Deployment', 'Service', 'PodDisruptionBudget', 'HorizontalPodAutoscaler'].map(
      (kind): [boolean, string] => [
        manifests.some((manifest) => manifest.kind === kind && manifest.metadata.name === `svc-${name}`),
        `${inBase}: add a ${kind} named svc-${name}`,
      ],
    ),
    [
      files.some((path) => read(path).includes(`/run/secrets/mainstay/svc-${name}-url`)),
      `${inBase}: DATABASE_URL_FILE is /run/secrets/mainstay/svc-${name}-url`,
    ],
    [
      kustomizations.includes(`svc-${name}.yaml`),
      `${base}/kustomization.yaml: add svc-${name}.yaml to resources`,
    ],
    [
      paths(`svc-${name}/service.json`).some((path) => routed[`${name}.json`] === read(path)),
      `${base}/services.yaml: add ${name}.json with the text of svc-${name}/service.json`,
    ],
    [
      migrations[place]?.image === `mainstay/svc-${name}` &&
        keys(migrations[place]).includes(`/run/secrets/mainstay/${name}-owner-url`),
      `tools/deploy/kubernetes/migrate/migrate.yaml: add a container ${name} of mainstay/svc-${name} with ${name}-owner-url`,
    ],
    ...ownersOf(service).map((owner): [boolean, string] => [
      migrations.findIndex((container) => container.name === owner.name) < place,
      `tools/deploy/kubernetes/migrate/migrate.yaml: ${name} runs after ${owner.name}`,
    ]),
  ];
  return wanted.filter(([isThere]) => !isThere).map(([, sentence]) => sentence);
}

it('finds the services', () => {
  expect(services.map(({ name }) => name)).toEqual(expect.arrayContaining(['attachments', 'auth', 'core']));
});

describe.each(services.map((service) => [`svc-${service.name}`, service] as const))(
  '%s',
  (_name, service) => {
    it('is deployed by docker-compose.yml according to its service.json', () => {
      expect(missingInCompose(service)).toEqual([]);
    });

    it('is deployed by the Kubernetes manifests according to its service.json', () => {
      expect(missingInKubernetes(service)).toEqual([]);
    });
  },
);

describe('a service that is not deployed', () => {
  it('is reported with what to add, and where', () => {
    expect(missingInCompose(stranger)).toEqual([
      'docker-compose.yml: secrets: add tools_owner_password: { file: tools/deploy/compose/secrets/tools_owner_password }',
      'docker-compose.yml: secrets: add tools_owner_url: { file: tools/deploy/compose/secrets/tools_owner_url }',
      'docker-compose.yml: secrets: add svc_tools_password: { file: tools/deploy/compose/secrets/svc_tools_password }',
      'docker-compose.yml: secrets: add svc_tools_url: { file: tools/deploy/compose/secrets/svc_tools_url }',
      'docker-compose.yml: configs: add svc-tools.json: { file: svc-tools/service.json }',
      'docker-compose.yml: provision: add to configs { source: svc-tools.json, target: /services/tools.json }',
      'docker-compose.yml: provision: add to secrets tools_owner_password',
      'docker-compose.yml: provision: add to secrets svc_tools_password',
      'docker-compose.yml: add migrate-tools, which runs the image mainstay/svc-tools with the secret tools_owner_url',
      'docker-compose.yml: migrate-tools: depends_on provision',
      'docker-compose.yml: migrate-tools: depends_on migrate-core',
      'docker-compose.yml: add svc-tools, which runs the image mainstay/svc-tools with the secret svc_tools_url',
      'docker-compose.yml: svc-tools: depends_on migrate-tools',
      'docker-compose.yml: gateway: depends_on svc-tools',
    ]);
    expect(missingInKubernetes(stranger)).toEqual([
      'tools/deploy/kubernetes/base/svc-tools.yaml: add a Deployment named svc-tools',
      'tools/deploy/kubernetes/base/svc-tools.yaml: add a Service named svc-tools',
      'tools/deploy/kubernetes/base/svc-tools.yaml: add a PodDisruptionBudget named svc-tools',
      'tools/deploy/kubernetes/base/svc-tools.yaml: add a HorizontalPodAutoscaler named svc-tools',
      'tools/deploy/kubernetes/base/svc-tools.yaml: DATABASE_URL_FILE is /run/secrets/mainstay/svc-tools-url',
      'tools/deploy/kubernetes/base/kustomization.yaml: add svc-tools.yaml to resources',
      'tools/deploy/kubernetes/base/services.yaml: add tools.json with the text of svc-tools/service.json',
      'tools/deploy/kubernetes/migrate/migrate.yaml: add a container tools of mainstay/svc-tools with tools-owner-url',
      'tools/deploy/kubernetes/migrate/migrate.yaml: tools runs after core',
    ]);
  });
});
