import type { Change, Principal } from '@mainstay/service-kit';

/** What a user can see: everything, or the locations with these ids. */
export type Scope = 'everything' | ReadonlySet<string>;

/** Whether a change is of a place visible to the user, before or after it. Without a place: for administrators. */
export function isVisible({ locationBefore, locationAfter }: Change, scope: Scope): boolean {
  if (scope === 'everything') return true;
  return (
    (locationBefore !== null && scope.has(locationBefore)) ||
    (locationAfter !== null && scope.has(locationAfter))
  );
}

/** The locations of changes, before them and after them. */
export const locationsOf = (changes: readonly Change[]): string[] => [
  ...new Set(
    changes
      .flatMap(({ locationBefore, locationAfter }) => [locationBefore, locationAfter])
      .filter((id) => id !== null),
  ),
];

export function isSameScope(a: Scope, b: Scope): boolean {
  if (a === 'everything' || b === 'everything') return a === b;
  return a.size === b.size && [...a].every((locationId) => b.has(locationId));
}

/** Whether one of the changes may have changed what managers can see. */
export const mayChangeScopes = (changes: readonly Change[]): boolean =>
  changes.some(({ entity }) => entity === 'manager_assignment' || entity === 'location');

/**
 * Whether one of the changes may have changed what the user can see: an assignment to a location that is visible now,
 * the end of one to a location that is not, a removed location, or another role of their own. Which manager an
 * assignment is of, the feed does not say.
 */
export const mayChangeScope = (
  changes: readonly Change[],
  { userId }: Pick<Principal, 'userId'>,
  scope: Scope,
): boolean =>
  changes.some(({ entity, entityId, fields, locationBefore, locationAfter }) => {
    if (entity === 'user') return entityId === userId && fields.includes('role');
    if (scope === 'everything') return false;
    if (entity === 'location') return fields.includes('removedAt');
    if (entity !== 'manager_assignment') return false;
    return (
      (locationAfter !== null && scope.has(locationAfter)) ||
      (locationBefore !== null && !scope.has(locationBefore))
    );
  });
