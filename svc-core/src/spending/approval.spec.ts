import { expect, it } from '@jest/globals';
import type { Approval } from '../ticket-rows/tickets.schemas.ts';
import { approvalAfter, canBeSolved, limitAfter, limitAfterCost } from './approval.ts';

const of = (approval: Approval, spendingLimit: string | null, approvedAmount: string | null = null) => ({
  approval,
  spendingLimit,
  approvedAmount,
});

it.each([
  ['no limit', of('none', null), '9999999.99', 'more', 'none', null],
  ['costs at the limit', of('none', '500.00'), '500.00', 'more', 'none', null],
  ['costs a cent above it', of('none', '500.00'), '500.01', 'more', 'needed', null],
  ['costs that fall to the limit', of('needed', '500.00'), '500.00', 'less', 'none', null],
  ['costs that fall, but not to the limit', of('needed', '500.00'), '501.00', 'less', 'needed', null],
  ['costs as approved', of('approved', '500.00', '640.00'), '640.00', 'less', 'approved', '640.00'],
  ['less than approved', of('approved', '500.00', '640.00'), '600.00', 'less', 'approved', '640.00'],
  ['more than approved', of('approved', '500.00', '640.00'), '640.01', 'more', 'needed', null],
  ['approved, then at the limit', of('approved', '500.00', '640.00'), '500.00', 'less', 'none', null],
  ['more within a new limit', of('approved', '900.00', '640.00'), '900.00', 'more', 'none', null],
  ['costs above a new limit', of('approved', '900.00', '640.00'), '900.01', 'more', 'needed', null],
  ['less within a new limit', of('approved', '900.00', '640.00'), '639.99', 'less', 'none', null],
  ['declined costs that rise', of('declined', '500.00'), '700.00', 'more', 'needed', null],
  ['declined costs that fall', of('declined', '500.00'), '600.00', 'less', 'declined', null],
  ['declined costs that fall to the limit', of('declined', '500.00'), '20.00', 'less', 'none', null],
  ['a limit below the costs', of('none', '100.00'), '120.00', 'limit', 'needed', null],
  ['a limit below approved costs', of('approved', '400.00', '640.00'), '640.00', 'limit', 'needed', null],
  ['a limit below declined costs', of('declined', '450.00'), '640.00', 'limit', 'needed', null],
  ['a limit above the costs', of('needed', '700.00'), '640.00', 'limit', 'none', null],
  ['a removed limit', of('declined', null), '640.00', 'limit', 'none', null],
] as const)('%s', (_name, before, total, cause, approval, approvedAmount) => {
  expect(approvalAfter(before, total, cause)).toEqual({ approval, approvedAmount });
});

it('a ticket can be solved unless an administrator must approve, or has declined', () => {
  const solvable = (['none', 'needed', 'approved', 'declined'] as const).filter(canBeSolved);
  expect(solvable).toEqual(['none', 'approved']);
});

const raised = { refused: 'raised' };
const aboveVendor = { refused: 'above_vendor' };
const chosen = (ofVendor: string | null) => ({ ofVendor, isNewVendor: true });
const present = (ofVendor: string | null) => ({ ofVendor, isNewVendor: false });

// Who, the limit before, the one that is asked for, the vendor after the change, the limit after it.
it.each([
  ['manager', null, '500.00', present(null), '500.00'],
  ['manager', '500.00', '500.00', present(null), '500.00'],
  ['manager', '500.00', '499.99', present(null), '499.99'],
  ['manager', '500.00', '500.01', present(null), raised],
  ['manager', '500.00', null, present(null), raised],
  ['manager', '500.00', null, chosen('300.00'), raised],
  ['manager', null, null, present(null), null],
  ['manager', null, undefined, chosen('500.00'), '500.00'],
  ['manager', null, null, chosen('500.00'), '500.00'],
  ['manager', null, undefined, chosen(null), null],
  ['manager', null, '500.00', chosen('500.00'), '500.00'],
  ['manager', null, '500.01', chosen('500.00'), aboveVendor],
  ['manager', null, '500.01', present('500.00'), aboveVendor],
  ['manager', '900.00', undefined, chosen('500.00'), '500.00'],
  ['manager', '900.00', '900.00', chosen('500.00'), '500.00'],
  ['manager', '900.00', '800.00', chosen('500.00'), aboveVendor],
  ['manager', '900.00', '800.00', present('500.00'), aboveVendor],
  ['manager', '900.00', '400.00', chosen('500.00'), '400.00'],
  ['manager', '300.00', undefined, chosen('500.00'), '300.00'],
  ['manager', '900.00', undefined, chosen(null), '900.00'],
  // What an administrator has left stays while a manager changes something else.
  ['manager', '900.00', undefined, present('500.00'), '900.00'],
  ['manager', null, undefined, present('500.00'), null],
  ['admin', '500.00', '900.00', present('500.00'), '900.00'],
  ['admin', '500.00', null, present('500.00'), null],
  ['admin', '500.00', null, chosen('300.00'), null],
  ['admin', null, '900.00', chosen('500.00'), '900.00'],
  ['admin', '900.00', undefined, chosen('500.00'), '900.00'],
  ['admin', null, undefined, chosen('500.00'), '500.00'],
] as const)(
  '%s: a limit of %s, asked for %s, with a vendor of %o: %o',
  (role, before, asked, vendor, expected) => {
    const isRefused = expected !== null && typeof expected === 'object';
    expect(limitAfter({ isAdmin: role === 'admin', before, asked, ...vendor })).toEqual(
      isRefused ? expected : { limit: expected },
    );
  },
);

// Who, the limit before, that of the vendor of the cost, the limit after it.
it.each([
  ['manager', null, null, null],
  ['manager', null, '100.00', '100.00'],
  ['manager', '100.01', '100.00', '100.00'],
  ['manager', '1000.00', '200.00', '200.00'],
  ['manager', '100.00', '100.00', '100.00'],
  ['manager', '99.99', '100.00', '99.99'],
  ['manager', '99.99', null, '99.99'],
  ['admin', null, '100.00', null],
  ['admin', '900.00', '100.00', '900.00'],
] as const)('a cost by a %s: a limit of %s, with a vendor of %s: %s', (role, before, ofVendor, limit) => {
  expect(limitAfterCost({ isAdmin: role === 'admin', before, ofVendor })).toBe(limit);
});
