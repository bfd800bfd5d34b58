import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../failure.ts';
import { root } from '../machine/folders.ts';

/** The part of service.json that is needed to run a service; the gateway checks and uses the paths. */
export interface Service {
  /** For example `core`; its folder is `svc-core`. */
  name: string;
  /** Its schema; its roles are `<schema>_owner` and `svc_<schema>`. */
  schema: string;
  /** Published tables of other services, for example `auth.users`. */
  reads: string[];
}

export const folderOf = ({ name }: Pick<Service, 'name'>): string => `svc-${name}`;

/** The gateway's setting with the replicas of a service, as named by gateway/src/service-routes.ts. */
export const upstreamSetting = ({ name }: Service): string =>
  `UPSTREAM_${name.toUpperCase().replaceAll('-', '_')}`;

/**
 * The services of a checkout in the order of their migrations: each after those whose tables it reads.
 * @throws Failure naming what is wrong in which file
 */
export function listServices(checkout = root): Service[] {
  const services = globSync('svc-*/service.json', { cwd: checkout })
    .sort()
    .map((file) => readService(join(checkout, file)));
  for (const key of ['name', 'schema'] as const) {
    const twice = services.filter((one) =>
      services.some((other) => other !== one && other[key] === one[key]),
    );
    const [first] = twice;
    if (first) throw new Failure(`${twice.map(folderOf).join(' and ')} have the same ${key}: ${first[key]}.`);
  }
  return inOrder(services);
}

/** @throws Failure naming the services that read each other's tables, or a table that belongs to no service */
export function inOrder(services: Service[]): Service[] {
  const ordered: Service[] = [];
  const visit = (service: Service, path: Service[]) => {
    if (ordered.includes(service)) return;
    if (path.includes(service)) {
      const circle = [...path.slice(path.indexOf(service)), service].map(folderOf);
      throw new Failure(`Services read each other's tables in a cycle: ${circle.join(' → ')}.`);
    }
    for (const schema of schemasRead(service)) {
      const owner = services.find((candidate) => candidate.schema === schema);
      if (!owner || owner === service) {
        throw new Failure(
          `${folderOf(service)}/service.json reads ${schema}, which is no other service's schema.`,
        );
      }
      visit(owner, [...path, service]);
    }
    ordered.push(service);
  };
  for (const service of services) visit(service, []);
  return ordered;
}

const schemasRead = ({ reads }: Service): string[] => [
  ...new Set(reads.map((table) => table.split('.')[0] ?? '')),
];

function readService(file: string): Service {
  const faulty = (what: string) => new Failure(`${file} ${what}.`);
  const json = parse(file, faulty);
  const { name, schema, reads } = json;
  if (typeof name !== 'string' || `svc-${name}` !== basename(dirname(file))) {
    throw faulty('must have the name of its folder');
  }
  // It becomes part of the names of roles.
  if (typeof schema !== 'string' || !/^[a-z][a-z0-9_]{0,30}$/.test(schema))
    throw faulty('must name its schema');
  if (!Array.isArray(reads) || !reads.every((table) => typeof table === 'string')) {
    throw faulty('must list the tables it reads');
  }
  return { name, schema, reads };
}

function parse(file: string, faulty: (what: string) => Failure): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof json === 'object' && json !== null) return { ...json };
  } catch (error) {
    throw faulty(`is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw faulty('must be an object');
}
