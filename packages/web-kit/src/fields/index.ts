/** Fields of the forms of some remotes, and their dialogs. Unlike the rest of this package they are in the build of whoever uses them. */
export { AmountField } from './amount-field.tsx';
export { DayField } from './day-field.tsx';
export { EditDialog } from './edit-dialog.tsx';
export { labelledOptions } from './labelled-options.ts';
export { fieldsOf, LimitedField, LongTextField, TextField } from './limited-field.tsx';
export { ItemSelect, type SearchOf, SearchSelect } from './search-select.tsx';
