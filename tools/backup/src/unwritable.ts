import { Failure } from './failure.ts';

/** Messages for the system's errors about a folder that cannot be written. */
const reasons: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'part of the path is not a folder',
  ENOENT: 'the folder does not exist',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of this user is used up',
};

/** A Failure that says why `folder` cannot be written; any other error unchanged. */
export function explained(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return error;
  const reason = reasons[String(error.code)];
  // Errors of writes to an open file have no path; the files that are read are elsewhere.
  const isOfFolder =
    'path' in error && typeof error.path === 'string'
      ? error.path.startsWith(folder) || folder.startsWith(error.path)
      : error.syscall === 'write' || error.syscall === 'fsync';
  if (reason === undefined || !isOfFolder) return error;
  return new Failure(
    `The backup cannot be written to ${folder}: ${reason} (${String(error.code)}, user ${process.getuid?.() ?? 'unknown'}). ` +
      'In a container, create the folder first and pass --user "$(id -u):$(id -g)".',
    { cause: error },
  );
}
