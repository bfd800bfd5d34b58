/** Dialogs and forms. Shared as the other entry is, and loaded with the first of them. */
export { type MenuAction } from './actions-menu.tsx';
export { ConfirmDialog } from './confirm-dialog.tsx';
export { asideClass, DetailDialog, DetailHead, DialogActions, DialogField } from './detail-dialog.tsx';
export { DialogMenu } from './dialog-menu.tsx';
export { Fact, Facts } from './facts.tsx';
export { type EditedThing, FormDialog, type FormDialogProps, type Submission } from './form-dialog.tsx';
export { LinkedText } from './linked-text.tsx';
export { PageForm } from './page-form.tsx';
