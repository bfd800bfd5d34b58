import { type Room, roomWithUsed } from './rooms.ts';

/** What is released by itself. */
const isDeployable = ({ path }: Room): boolean => /^(shell|mf-.+|svc-.+|gateway|backup)$/.test(path);

const isFrontEnd = ({ path }: Room): boolean => /^(shell|mf-.+)$/.test(path);

/** Part of what every deployable is made of. */
const forAll = /^(tsconfig\.[a-z]+\.json|docker-compose\.yml|[a-z.]*Dockerfile|\.dockerignore)$/;

/** A service's contract, which front ends compile in. */
const contract = /^svc-[a-z-]+\/openapi\.(d|limits)\.ts$/;

/**
 * The folders of the deployables that a change concerns: their own sources, those of the packages in their builds, or what
 * all are made of.
 * @param files paths below the checkout; undefined when nobody knows, which concerns all of them.
 */
export function changedRooms(files: readonly string[] | undefined, rooms: Room[]): string[] {
  const isConcerned = (room: Room): boolean => {
    if (files === undefined) return true;
    const folders = roomWithUsed(room, rooms).map(({ path }) => `${path}/`);
    return files.some(
      (file) =>
        forAll.test(file) ||
        folders.some((folder) => file.startsWith(folder)) ||
        (isFrontEnd(room) && contract.test(file)),
    );
  };
  return rooms.filter((room) => isDeployable(room) && isConcerned(room)).map(({ path }) => path);
}
