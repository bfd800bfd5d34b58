import unit from './stryker.config.mjs';

/**
 * Access and validation checks that only the tests of their service, against PostgreSQL and Redis, can judge. One file
 * at a time: `npm run mutation:services -- --mutate <file>`.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  ...unit,
  mutate: [
    'svc-core/src/visibility/visibility-checks.ts',
    'svc-core/src/{equipment/require-equipment,projects/require-project,ticket-rows/visible-ticket,vendors/served-vendor}.ts',
    'svc-core/src/{projects,tasks,ticket-rows,tickets}/*.{schemas,controller}.ts',
    'svc-core/src/{bulk-changes/bulk-changes,comments/comments,tickets/tickets,views/views}.service.ts',
    'svc-auth/src/{sessions,tokens,users}/*.{schemas,controller,guard}.ts',
    'svc-attachments/src/{attachments,companion}/*.{schemas,controller,guard}.ts',
    'svc-attachments/src/{report-photos/{report-photos.service,tracked-reports},storage/disk-objects.controller}.ts',
    'svc-notifications/src/{events/{live-events,stream-access},mail/form-bodies}.ts',
  ],
  jest: {
    config: {
      ...unit.jest.config,
      // Each mutant loads all that import its file, so only those that judge the files above.
      testMatch: [
        '<rootDir>/svc-core/test/{access-matrix,bulk-changes,comments,entities,refusals,tickets,tasks,projects,views}.spec.ts',
        '<rootDir>/svc-auth/test/{access-matrix,users,sessions,tokens}.spec.ts',
        '<rootDir>/svc-attachments/test/{access-matrix,record-attachment,report-photos,report-photo-grants,companion}.spec.ts',
        '<rootDir>/svc-notifications/test/{events-resume,events-scope,unsubscribe}.spec.ts',
      ],
    },
  },
};
