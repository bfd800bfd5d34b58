/** Forms, and the dialogs that have one. Shared as the other entry is, and loaded with the first form. */
export { ConfirmDialog } from './confirm-dialog.tsx';
export { type EditedThing, FormDialog, type FormDialogProps, type Submission } from './form-dialog.tsx';
export { PageForm } from './page-form.tsx';
