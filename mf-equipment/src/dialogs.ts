/** The forms and the record of a piece of equipment, as a chunk of their own: the cards are shown without them. */
export {
  AddEquipmentDialog,
  DeleteEquipmentDialog,
  EditEquipmentDialog,
} from './equipment/equipment-dialogs.tsx';
export { RecordDialog } from './record-dialog.tsx';
