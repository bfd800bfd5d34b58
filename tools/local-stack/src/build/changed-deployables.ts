import { type Package, withDependencies } from './packages.ts';

/** A package that is released on its own. */
const isDeployable = ({ path }: Package): boolean =>
  /^(shell|intake|mf-.+|svc-.+|gateway|tools\/backup)$/.test(path);

const isFrontEnd = ({ path }: Package): boolean => /^(shell|intake|mf-.+)$/.test(path);

/** Files that are part of every deployable. */
const forAll = /^(tsconfig\.[a-z]+\.json|docker-compose\.yml|[a-z.]*Dockerfile|\.dockerignore)$/;

/** A service's contract, which front ends include in their builds. */
const contract = /^svc-[a-z-]+\/openapi\.(d|limits)\.ts$/;

/**
 * The folders of the deployables that a change affects: their own sources, those of the packages in their builds, or
 * files that are part of all.
 * @param files paths below the checkout; undefined when unknown, which affects all of them.
 */
export function changedDeployables(files: readonly string[] | undefined, packages: Package[]): string[] {
  const isConcerned = (pkg: Package): boolean => {
    if (files === undefined) return true;
    const folders = withDependencies(pkg, packages).map(({ path }) => `${path}/`);
    return files.some(
      (file) =>
        forAll.test(file) ||
        folders.some((folder) => file.startsWith(folder)) ||
        (isFrontEnd(pkg) && contract.test(file)),
    );
  };
  return packages.filter((pkg) => isDeployable(pkg) && isConcerned(pkg)).map(({ path }) => path);
}
