import { describe, expect, it } from '@jest/globals';
import { documents, mergedCompose, paths, read } from './files.ts';

interface Service {
  name: string;
  schema: string;
  reads: string[];
}

const services = paths('svc-*/service.json').map((path) => JSON.parse(read(path)) as Service);
/** One that is not deployed: everything is missing for it. */
const stranger: Service = { name: 'tools', schema: 'tools', reads: ['core.locations'] };

interface Container {
  name: string;
  image?: string;
  env?: { value?: string }[];
}
interface Job {
  spec: { template: { spec: { initContainers?: Container[]; containers: Container[] } } };
}

const compose = mergedCompose();
const base = 'tools/deploy/kubernetes/base';
const migrate = 'tools/deploy/kubernetes/migrate/migrate.yaml';
/** In the files of the application, and in those of the domains that have manifests of their own. */
const everywhere = <Content>(pattern: string): Content[] =>
  paths(pattern).flatMap((path) => documents(path) as Content[]);
const resources = everywhere<{ resources: string[] }>(
  `{${base},svc-*/kubernetes/service}/kustomization.yaml`,
).flatMap((kustomization) => kustomization.resources);
const routed = everywhere<{ data: Record<string, string> }>(
  `{${base},svc-*/kubernetes/service}/services.yaml`,
).map(({ data }) => data);
/** In the order in which they run. */
const migrations = [migrate, ...paths('svc-*/kubernetes/migrate/migrate.yaml')]
  .flatMap((path) => documents(path) as Job[])
  .flatMap(({ spec }) => [...(spec.template.spec.initContainers ?? []), ...spec.template.spec.containers]);

/** The containers that a container waits for, directly or indirectly. */
function awaitedBy(name: string, found = new Set<string>()): Set<string> {
  for (const other of Object.keys(compose.services[name]?.depends_on ?? {})) {
    if (!found.has(other)) awaitedBy(other, found.add(other));
  }
  return found;
}

const ownersOf = ({ reads, schema }: Service): Service[] =>
  services.filter(
    (other) => other.schema !== schema && reads.some((table) => table.startsWith(`${other.schema}.`)),
  );

/** What a service needs to be deployed, and whether it is there. The sentence tells its team what to add. */
function needs(service: Service): [isThere: boolean, sentence: string][] {
  const { name, schema } = service;
  const { provision, gateway } = compose.services;
  const image = `mainstay/svc-${name}`;
  const runs = compose.services[`svc-${name}`];
  const migrates = compose.services[`migrate-${name}`];
  const roles = [`${schema}_owner`, `svc_${schema}`];
  const config = { source: `svc-${name}.json`, target: `/services/${name}.json` };
  const manifests = everywhere<{ kind: string; metadata: { name: string } }>(
    `{${base}/svc-${name}.yaml,svc-${name}/kubernetes/service/svc-${name}.yaml}`,
  );
  const place = migrations.findIndex((container) => container.name === name);
  const migration = migrations[place];
  const inCompose: [boolean, string][] = [
    ...roles.flatMap((role) =>
      [`${role}_password`, `${role}_url`].map((secret): [boolean, string] => [
        compose.secrets[secret]?.file === `tools/deploy/compose/secrets/${secret}`,
        `secrets: add ${secret}: { file: tools/deploy/compose/secrets/${secret} }`,
      ]),
    ),
    ...roles.map((role): [boolean, string] => [
      provision?.secrets?.includes(`${role}_password`) === true,
      `provision: add to secrets ${role}_password`,
    ]),
    [
      compose.configs[config.source]?.file === `svc-${name}/service.json`,
      `configs: add ${config.source}: { file: svc-${name}/service.json }`,
    ],
    [
      provision?.configs?.some(
        ({ source, target }) => source === config.source && target === config.target,
      ) === true,
      `provision: add to configs { source: ${config.source}, target: ${config.target} }`,
    ],
    [
      migrates?.image === `${image}:\${IMAGE_TAG:-latest}` &&
        migrates.environment?.['MIGRATION_DATABASE_URL_FILE'] === `/run/secrets/${schema}_owner_url`,
      `add migrate-${name}, which runs the image ${image} with the secret ${schema}_owner_url`,
    ],
    ...['provision', ...ownersOf(service).map((owner) => `migrate-${owner.name}`)].map(
      (before): [boolean, string] => [
        awaitedBy(`migrate-${name}`).has(before),
        `migrate-${name}: depends_on ${before}`,
      ],
    ),
    [
      runs?.image === `${image}:\${IMAGE_TAG:-latest}` &&
        runs.environment?.['DATABASE_URL_FILE'] === `/run/secrets/svc_${schema}_url`,
      `add svc-${name}, which runs the image ${image} with the secret svc_${schema}_url`,
    ],
    [awaitedBy(`svc-${name}`).has(`migrate-${name}`), `svc-${name}: depends_on migrate-${name}`],
    [`svc-${name}` in (gateway?.depends_on ?? {}), `gateway: depends_on svc-${name}`],
  ];
  const inKubernetes: [boolean, string][] = [
    ...['Deployment', 'Service', 'PodDisruptionBudget', 'HorizontalPodAutoscaler'].map(
      (kind): [boolean, string] => [
        manifests.some((manifest) => manifest.kind === kind && manifest.metadata.name === `svc-${name}`),
        `svc-${name}.yaml: add a ${kind} named svc-${name}`,
      ],
    ),
    [
      JSON.stringify(manifests).includes(`/run/secrets/mainstay/svc-${name}-url`),
      `svc-${name}.yaml: DATABASE_URL_FILE is /run/secrets/mainstay/svc-${name}-url`,
    ],
    [resources.includes(`svc-${name}.yaml`), `kustomization.yaml: add svc-${name}.yaml to resources`],
    [
      paths(`svc-${name}/service.json`).some((path) =>
        routed.some((data) => data[`${name}.json`] === read(path)),
      ),
      `services.yaml: add ${name}.json with the text of svc-${name}/service.json`,
    ],
    [
      migration?.image === image &&
        migration.env?.some(({ value }) => value === `/run/secrets/mainstay/${name}-owner-url`) === true,
      `${migrate}: add a container ${name} of ${image} with ${name}-owner-url`,
    ],
    ...ownersOf(service).map((owner): [boolean, string] => [
      migrations.findIndex((container) => container.name === owner.name) < place,
      `${migrate}: ${name} runs after ${owner.name}`,
    ]),
  ];
  return [
    ...inCompose.map(([isThere, what]): [boolean, string] => [isThere, `docker-compose.yml: ${what}`]),
    ...inKubernetes.map(([isThere, what]): [boolean, string] => [isThere, `Kubernetes: ${what}`]),
  ];
}

describe.each(services.map((service) => [`svc-${service.name}`, service] as const))(
  '%s',
  (_name, service) => {
    it('is deployed by docker-compose.yml and the Kubernetes manifests according to its service.json', () => {
      expect(needs(service).flatMap(([isThere, what]) => (isThere ? [] : what))).toEqual([]);
    });
  },
);

it('a service that is not deployed lacks everything', () => {
  expect(needs(stranger).length).toBeGreaterThan(20);
  expect(needs(stranger).filter(([isThere]) => isThere)).toEqual([]);
});
