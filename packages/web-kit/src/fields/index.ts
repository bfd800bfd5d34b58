/** Fields of the forms of some remotes. Unlike the rest of this package they are in the build of whoever uses them. */
export { AmountField } from './amount-field.tsx';
export { DayField } from './day-field.tsx';
