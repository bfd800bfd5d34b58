import { FormDialog, type FormDialogProps, type EditedThing } from '@mainstay/web-kit/forms';

/** What an edit sends: the fields that were changed, for the version that was read. */
export interface Edit<Values extends object> {
  id: string;
  changes: Partial<Values>;
  ifMatch: string;
}

/**
 * A {@link FormDialog} that edits one thing of a list: it starts from what is listed, reads it again with its ETag, and
 * closes once `send` has succeeded. Fields that were not changed are not sent, to keep what others did to them.
 * @param show the words for a value in a conflict
 */
export function EditDialog<Values extends object, Thing extends object>({
  thing,
  read,
  valuesOf,
  labels,
  show,
  revision,
  send,
  ...dialog
}: Pick<FormDialogProps<Values>, 'open' | 'title' | 'onClose' | 'children'> &
  Pick<EditedThing<Values>, 'labels' | 'show' | 'revision'> & {
    thing: Thing & { id: string };
    read: (id: string) => Promise<{ body: Thing; etag: string }>;
    valuesOf: (thing: Thing) => Values;
    send: (edit: Edit<Values>, values: Values) => Promise<unknown>;
  }) {
  const { id } = thing;
  return (
    <FormDialog<Values>
      {...dialog}
      objectId={id}
      initialValues={valuesOf(thing)}
      edits={{
        read: async () => {
          const { body, etag } = await read(id);
          return { values: valuesOf(body), etag };
        },
        labels,
        show,
        revision,
      }}
      onSubmit={(values, { changes, ifMatch }) => send({ id, changes, ifMatch }, values).then(dialog.onClose)}
    />
  );
}
