import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../failure.ts';
import { root } from '../machine/folders.ts';
import { hasShapeOf } from '../shape.ts';

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

/** The gateway's setting with the replicas of a service, as the gateway names it. */
export const upstreamSetting = ({ name }: Service): string =>
  `UPSTREAM_${name.toUpperCase().replaceAll('-', '_')}`;

/**
 * The services of a checkout in the order of their migrations: each after those whose tables it reads.
 * @throws Failure naming what is wrong in which file
 */
export function listServices(checkout = root): Service[] {
  const files = globSync('svc-*/service.json', { cwd: checkout }).sort();
  const services = files.map((file) => readService(join(checkout, file)));
  for (const [schema, [one, other]] of Map.groupBy(services, (service) => service.schema)) {
    if (one && other)
      throw new Failure(`${folderOf(one)} and ${folderOf(other)} have the same schema: ${schema}.`);
  }
  return inOrder(services);
}

/** @throws Failure naming the services that read each other's tables, or a table that belongs to no service */
export function inOrder(services: Service[]): Service[] {
  const ordered = new Set<Service>();
  const visit = (service: Service, path: Service[]) => {
    if (ordered.has(service)) return;
    if (path.includes(service)) {
      const circle = [...path.slice(path.indexOf(service)), service].map(folderOf);
      throw new Failure(`Services read each other's tables in a cycle: ${circle.join(' → ')}.`);
    }
    for (const [schema] of service.reads.map((table) => table.split('.'))) {
      const owner = services.find((candidate) => candidate.schema === schema);
      if (!owner || owner === service) {
        throw new Failure(
          `${folderOf(service)}/service.json reads ${schema}, which is no other service's schema.`,
        );
      }
      visit(owner, [...path, service]);
    }
    ordered.add(service);
  };
  for (const service of services) visit(service, []);
  return [...ordered];
}

const aService: Service = { name: 'core', schema: 'core', reads: [] };

/** The gateway checks the rest, and whether the paths go together. */
function readService(file: string): Service {
  const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!hasShapeOf(aService, read) || `svc-${read.name}` !== basename(dirname(file)))
    throw new Failure(`${file} must have the name of its folder, its schema, and the tables it reads.`);
  return read;
}
