/**
 * The shared parts that remotes use beyond those of the shell itself. Naming them here is what makes the shell
 * provide them.
 */
const core = () => import('@mainstay/ui/core');
const forms = () => import('@mainstay/ui/forms');
const data = () => import('@mainstay/ui/data');

/** A hint, no more: a remote gets whatever it asks for, but these need not wait for its manifest. */
const partsOf = new Map([['employees', [core, forms, data]]]);

/** Starts fetching the parts that `name` is known to use; a failure shows when the remote itself asks. */
export function fetchParts(name: string): void {
  for (const part of partsOf.get(name) ?? [core, forms]) void part().catch(() => undefined);
}
