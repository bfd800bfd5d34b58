import node from '../../jest.node.mjs';

/** @type {import('jest').Config} */
export default { ...node, testMatch: ['**/src/in-order.ts'] };
