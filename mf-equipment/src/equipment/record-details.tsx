import { EditOutlined } from '@mainstay/ui/core';
import { OnlineButton, useMoney } from '@mainstay/web-kit';
import { DialogActions, Fact, Facts, LinkedText } from '@mainstay/web-kit/forms';
import { type ReactNode } from 'react';
import { type Equipment } from '../api/core.ts';
import { strings } from '../strings.ts';
import { dayInWords } from './days.ts';
import styles from './record-details.module.css';
import { recordNames } from './record-fields.tsx';
import { recordStrings } from './record-strings.ts';
import { fieldStrings } from '../field-strings.ts';

/** What is recorded of a piece of equipment. */
export function RecordDetails({ equipment, onEdit }: { equipment: Equipment; onEdit: () => void }) {
  const money = useMoney();
  const { installedOn, replacementCost, warrantyUntil, warrantyNote } = equipment;
  return (
    <>
      <Group title={recordStrings.title}>
        <Recorded name="category">{strings.category[equipment.category]}</Recorded>
        <Recorded name="manufacturer">{equipment.manufacturer}</Recorded>
        <Recorded name="model">{equipment.model}</Recorded>
        <Recorded name="serial">{equipment.serial}</Recorded>
        <Recorded name="installedOn">{installedOn && dayInWords(installedOn)}</Recorded>
        <Recorded name="vendorId">{equipment.vendor?.name}</Recorded>
        <Recorded name="replacementCost">{replacementCost && money(replacementCost)}</Recorded>
        <Recorded name="notes" wide>
          {equipment.notes}
        </Recorded>
      </Group>
      {warrantyUntil || warrantyNote ? (
        <Group title={recordStrings.warranty}>
          <Recorded name="warrantyUntil">{warrantyUntil && dayInWords(warrantyUntil)}</Recorded>
          <Recorded name="warrantyNote" wide>
            {warrantyNote}
          </Recorded>
        </Group>
      ) : null}
      {recordNames.every((name) => equipment[name]) ? null : (
        <OnlineButton size="small" className={styles.add} aria-haspopup="dialog" onClick={onEdit}>
          {recordStrings.addDetails}
        </OnlineButton>
      )}
      <DialogActions>
        <OnlineButton icon={<EditOutlined />} aria-haspopup="dialog" onClick={onEdit}>
          {strings.edit}
        </OnlineButton>
      </DialogActions>
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <Facts>{children}</Facts>
    </section>
  );
}

/** Nothing, if it is not recorded. */
function Recorded({
  name,
  wide = false,
  children,
}: {
  name: keyof typeof fieldStrings;
  wide?: boolean;
  children: string | null | undefined;
}) {
  if (!children) return null;
  return (
    <Fact label={fieldStrings[name]} wide={wide}>
      <LinkedText text={children} />
    </Fact>
  );
}
