import { late } from '@mainstay/ui/base';
import { type ComponentProps } from 'react';
import { SectionPlace } from '../parts/dialog-section.tsx';
import type * as section from './checklist-section.tsx';

const lateSection = late(() => import(/* webpackChunkName: "checklist-section" */ './checklist-section.tsx'));

/** The checklists of a ticket, after everything else of it: most tickets have none. */
export function ChecklistSection(props: ComponentProps<typeof section.ChecklistSection>) {
  const part = lateSection.useAfterPaint();
  if (part) return <part.ChecklistSection {...props} />;
  return props.isSolved ? null : <SectionPlace />;
}
