import { late } from '@mainstay/ui/base';
import { useFailure } from '@mainstay/web-kit';
import { useState } from 'react';
import { strings } from '../strings.ts';
import { type Ticket } from '../ticket-data/tickets.queries.ts';

const workOrder = late(() => import(/* webpackChunkName: "work-order" */ './work-order.tsx'));

/** Prints a ticket as a work order, whose code is loaded then. */
export function usePrint(ticket: Ticket) {
  const { loaded, whenLoaded } = workOrder.useOnPress(useFailure(strings.page.dialogFailed));
  const [isPrinting, setPrinting] = useState(false);
  return {
    print: () => whenLoaded(() => setPrinting(true)),
    page: loaded && isPrinting ? <loaded.WorkOrder ticket={ticket} onEnd={() => setPrinting(false)} /> : null,
  };
}
