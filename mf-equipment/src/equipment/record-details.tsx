import { Button } from '@mainstay/ui/base';
import { EditOutlined } from '@mainstay/ui/core';
import { useMoney } from '@mainstay/web-kit';
import { DialogActions, Fact, Facts, LinkedText } from '@mainstay/web-kit/forms';
import { type ReactNode } from 'react';
import { type Equipment } from '../api/core.ts';
import { strings } from '../strings.ts';
import { dayInWords } from './days.ts';
import styles from './record-details.module.css';
import { recordStrings } from './record-strings.ts';
import { fieldStrings } from '../field-strings.ts';

/** All that is recorded of a piece of equipment. */
export function RecordDetails({ equipment, onEdit }: { equipment: Equipment; onEdit: () => void }) {
  const money = useMoney();
  const { installedOn, replacementCost, warrantyUntil } = equipment;
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
      <Group title={recordStrings.warranty}>
        <Recorded name="warrantyUntil">{warrantyUntil && dayInWords(warrantyUntil)}</Recorded>
        <Recorded name="warrantyNote" wide>
          {equipment.warrantyNote}
        </Recorded>
      </Group>
      <DialogActions>
        <Button icon={<EditOutlined />} aria-haspopup="dialog" onClick={onEdit}>
          {strings.edit}
        </Button>
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

function Recorded({
  name,
  wide = false,
  children,
}: {
  name: keyof typeof fieldStrings;
  wide?: boolean;
  children: string | null | undefined;
}) {
  return (
    <Fact label={fieldStrings[name]} wide={wide}>
      {children ? (
        <LinkedText text={children} />
      ) : (
        <span className={styles.nothing}>{recordStrings.nothing}</span>
      )}
    </Fact>
  );
}
