import { patternRegex } from './path-pattern.ts';
import type { ServiceFile } from './service-files.ts';

/** The setting with the replicas of a service: `UPSTREAM_CORE` for core. */
export const upstreamSetting = (name: string): string =>
  `UPSTREAM_${name.toUpperCase().replaceAll('-', '_')}`;

/**
 * Variables of the templates for the services; container/15-gateway-settings.envsh computes the same from the same
 * files.
 * @param upstreams the replicas of each service, `host:port`, by its name
 * @param resolve ` resolve` where nginx re-resolves names periodically, otherwise empty
 */
export function serviceVariables(
  services: ServiceFile[],
  upstreams: ReadonlyMap<string, string[]>,
  resolve: string,
): Record<'SERVICE_ROUTES' | 'SERVICE_STREAMS' | 'SERVICE_UPSTREAMS' | 'SERVICE_LIST_JSON', string> {
  const documents = services.map(({ name }) => line(`^/api/docs/${name}\\.json$`, name));
  const within = services.flatMap(({ name, pathsWithin }) =>
    Object.values(pathsWithin).flatMap((paths) => paths.map((path) => line(patternRegex(path), name))),
  );
  const own = services.flatMap(({ name, paths }) => paths.map((path) => line(patternRegex(path), name)));
  return {
    // nginx uses the first match, so paths within another service's paths must come first.
    SERVICE_ROUTES: [...documents, ...within, ...own].join('\n'),
    SERVICE_STREAMS: services
      .flatMap(({ streams }) => streams.map((path) => line(patternRegex(path), '1')))
      .join('\n'),
    SERVICE_UPSTREAMS: services
      .map(({ name }) => upstreamBlock(name, upstreams.get(name) ?? [], resolve))
      .join('\n'),
    SERVICE_LIST_JSON: JSON.stringify(services.map(({ name }) => name)),
  };
}

/** Of a map whose keys are paths. */
const line = (regex: string, value: string): string => `    "~${regex}" ${value};`;

const upstreamBlock = (name: string, addresses: string[], resolve: string): string =>
  [
    `upstream ${name} {`,
    `    zone ${name} 64k;`,
    ...addresses.map((address) => `    server ${address}${resolve} max_fails=0;`),
    '    keepalive 64;',
    '    keepalive_requests 10000;',
    '    keepalive_timeout 4s;',
    '}',
  ].join('\n');
