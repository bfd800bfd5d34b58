import { documentFaults } from './document-faults.ts';
import { startAlone } from './start-alone.ts';
import { createTestBackends } from './test-backends.ts';

/**
 * Starts the service of the current folder without the rest of the system, and stops it with npm.
 * @param name as in `svc-<name>`
 * @param settings that it needs besides PostgreSQL, Redis and a session secret
 * @returns a sentence for each fault: how it serves its document, what it returns without a session, and whether it
 * stops
 */
export async function aloneFaults(
  port: number,
  name: string,
  path: string,
  settings: Record<string, string> = {},
): Promise<string[]> {
  const backends = await createTestBackends();
  try {
    const role = `svc_${name.replaceAll('-', '_')}`;
    const { REDIS_URL = '' } = backends.envFor(role);
    const DATABASE_URL = backends.urlFor(role);
    const service = await startAlone(port, { DATABASE_URL, REDIS_URL, ...settings });
    const { status } = await fetch(service.url + path);
    const faults = await documentFaults(service.url, name);
    const { outlived } = await service.stop();
    return [
      ...faults,
      ...(status === 401 ? [] : [`${path} without a session: ${status}`]),
      ...(outlived ? ['the service survived npm'] : []),
    ];
  } finally {
    await backends.close();
  }
}
