import { type Store } from './api/core.ts';
import { type useEquipmentDialogs } from './use-equipment-dialogs.ts';

/**
 * The dialogs of the Equipment screen.
 * @param store that of new equipment
 * @param keepFocus moves the focus, if what had it is no longer there
 */
export function EquipmentDialogs({
  shown: { dialogs, stickers, record, changing, printing, ...shown },
  store,
  keepFocus,
}: {
  shown: ReturnType<typeof useEquipmentDialogs>;
  store: Store | undefined;
  keepFocus: () => void;
}) {
  return (
    <>
      {dialogs ? (
        <dialogs.AddEquipmentDialog store={store} open={shown.isAdding} onClose={shown.endAdding} />
      ) : null}
      {dialogs && changing.thing ? (
        <>
          <dialogs.EditEquipmentDialog
            key={changing.thing.id}
            equipment={changing.thing}
            {...changing.dialog('edit')}
          />
          <dialogs.DeleteEquipmentDialog
            equipment={changing.thing}
            {...changing.dialog('delete')}
            afterClose={keepFocus}
          />
        </>
      ) : null}
      {dialogs && record.opened ? (
        <dialogs.RecordDialog
          key={record.opened.id}
          item={record.opened.id}
          listed={record.opened.listed}
          open={record.isOpen}
          tab={record.opened.tab}
          onTab={record.showTab}
          onPrint={({ id, location }) => shown.print(location, id)}
          onClose={record.close}
          afterClose={() => {
            record.forget();
            keepFocus();
          }}
        />
      ) : null}
      {printing.thing && stickers ? (
        <stickers.PrintStickers
          {...printing.thing}
          {...printing.dialog('print')}
          afterClose={() => {
            // What was made is forgotten with it.
            printing.forget();
            keepFocus();
          }}
        />
      ) : null}
    </>
  );
}
