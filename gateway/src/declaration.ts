import { z } from 'zod';
import type { Registry } from './registry-file.ts';

/** Paths of the shell, the gateway and the public pages. */
const reserved = '/ /admin /api /assets /auth /gateway /health /metrics /problems /r /remotes /t /v'.split(
  ' ',
);

/** The screens of the specification, whose paths are reserved for their remotes even before they are published. */
const specified = new Map([
  ['/tickets', 'maintenance'],
  ['/locations', 'locations'],
  ['/managers', 'employees'],
]);

const path = z
  .string()
  .refine((value) => !reserved.includes(value), { error: 'this path is reserved', abort: true })
  .regex(/^\/[a-z][a-z-]{1,30}$/, 'a path is a slash and 2 to 31 lowercase letters or hyphens');

const screen = z.looseObject({
  path,
  title: z.string().trim().min(1).max(40),
  // The build checks the names; a shell shows a default icon for an unknown one.
  icon: z.string().regex(/^[a-z][a-z-]{0,39}$/),
  roles: z.array(z.enum(['admin', 'district_manager'])).min(1),
  group: z.enum(['main', 'insights', 'administration']),
  order: z.int().min(0).max(999),
  data: z
    .array(z.string().regex(/^\/api\/[a-z][a-z/-]*(\?[A-Za-z0-9_=&.-]+)?$/))
    .max(8)
    .optional(),
});

const screens = z
  .array(screen)
  .max(5)
  .refine((all) => new Set(all.map((each) => each.path)).size === all.length, 'one path is declared twice');

const apiPath = z.string().regex(/^\/api\/[a-z][a-z/-]*$/);

/** A build's description in remote.json; builds of contract 1 declare only their name. */
export const declaration = z.looseObject({
  name: z.string(),
  contract: z.number().int(),
  screens: screens.default([]),
  headerItem: z.boolean().default(false),
  live: z.record(z.string().regex(/^[a-z][a-z_]{0,49}$/), z.array(apiPath).min(1)).default({}),
});

export type Declaration = z.infer<typeof declaration>;

/**
 * Checks that no other remote, enabled or not, has one of the paths.
 * @throws Error naming the path and the remote that has it.
 */
export function refuseTaken(registry: Registry, name: string, declared: readonly { path: string }[]): void {
  const others = [...registry.remotes, ...(registry.disabled ?? [])].filter((remote) => remote.name !== name);
  for (const wanted of declared) {
    const holder = others.find((remote) => remote.screens?.some((each) => each.path === wanted.path));
    const owner = holder?.name ?? specified.get(wanted.path) ?? name;
    if (owner !== name) throw new Error(`${name} declares ${wanted.path}, which is taken by ${owner}`);
  }
}
