import { EmptyState, PageHeader } from '@mainstay/ui/base';
import { strings } from '../strings.ts';

/** The Equipment screen. */
export function EquipmentScreen() {
  return (
    <>
      <PageHeader title={strings.title} subtitle={strings.subtitle} />
      <EmptyState title={strings.none} hint={strings.noneHint} />
    </>
  );
}
