export { accessCases, accessFaults, type AccessMatrix, callRoute, headersOf } from './access-matrix.ts';
export { aloneFaults } from './alone-faults.ts';
export { contractFaults } from './contract-faults.ts';
export { slowParsers } from './hostile-input.ts';
export { collectGarbage, occupied } from './occupied.ts';
export { outcomeOf, PERMISSION_DENIED } from './outcome.ts';
export { RowTypes } from './row-types.ts';
export { stopIntervals } from './stop-intervals.ts';
export { undeclaredProblems, unreturnedStatuses } from './undeclared-problems.ts';
export {
  createTestBackends,
  createTestSession,
  createTestUser,
  sessionKeyOf,
  type TestBackends,
  type TestUser,
} from './test-backends.ts';
