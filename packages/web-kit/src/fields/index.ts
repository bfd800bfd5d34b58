/** Form fields and dialogs that each remote bundles itself; the shell does not share them. */
export { AmountField } from './amount-field.tsx';
export { DayField } from './day-field.tsx';
export { EditDialog } from './edit-dialog.tsx';
export { labelledOptions } from './labelled-options.ts';
export { fieldsOf, LimitedField, LongTextField, TextField } from './limited-field.tsx';
export { Optional } from './optional.tsx';
export { Pair } from './pair.tsx';
export { ItemSelect, type SearchOf, SearchSelect } from './search-select.tsx';
