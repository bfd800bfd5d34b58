import type { Guard } from './guard.ts';

const source = 'new-domain/src';
const test = 'new-domain/test/make-domain.spec.ts';

/** What a new domain must not take from others. */
export const domainGuards: readonly Guard[] = [
  {
    name: 'new domain: a reserved name is refused',
    file: `${source}/domain.ts`,
    remove: 'if (reserved.has(name)) throw',
    put: 'if (reserved.size < 0) throw',
    test: 'new-domain/test/domain.spec.ts',
  },
  {
    name: 'new domain: an address of another remote is refused',
    file: `${source}/checkout.ts`,
    remove: "if (parts.includes('remote')) checkAddress(checkout, name);",
    test,
  },
  {
    name: 'new domain: an API path of another service is refused',
    file: `${source}/checkout.ts`,
    remove: 'if (claimed !== undefined) throw',
    put: "if (claimed === '') throw",
    test,
  },
  {
    name: 'new domain: an error leaves the checkout as it was',
    file: `${source}/make-domain.ts`,
    remove: 'if (!isDone) {',
    put: 'if (folders.length === 0) {',
    test,
  },
];
