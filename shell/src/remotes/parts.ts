/**
 * The shared parts that remotes use beyond those of the shell itself. Naming them here is what makes the shell
 * provide them.
 */
const parts = [
  () => import('@mainstay/ui/core'),
  () => import('@mainstay/ui/forms'),
  () => import('@mainstay/web-kit'),
];

/** Starts fetching the parts, so that a remote need not wait for them; it notices itself if one does not come. */
export function fetchParts(): void {
  for (const part of parts) void part().catch(() => undefined);
}
