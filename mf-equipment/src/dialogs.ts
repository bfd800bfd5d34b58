/** The forms and the record of a piece of equipment, as a chunk of their own: the list is shown without them. */
export {
  AddEquipmentDialog,
  DeleteEquipmentDialog,
  EditEquipmentDialog,
} from './equipment/equipment-dialogs.tsx';
export { RecordDialog } from './record-dialog.tsx';
