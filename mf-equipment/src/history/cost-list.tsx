import { formatDay, useMoney } from '@mainstay/web-kit';
import styles from './cost-list.module.css';
import { TicketLink } from './ticket-link.tsx';
import { TicketPages } from './ticket-pages.tsx';
import { ticketsQuery } from './tickets.queries.ts';
import { historyStrings } from './history-strings.ts';

const words = historyStrings.costs;
const none = { title: words.none, hint: words.noneHint };

/**
 * What the tickets about a piece of equipment have cost, newest first.
 * @param total of all of them, which may not be loaded yet, like `2800.00`
 */
export function CostList({ equipmentId, total }: { equipmentId: string; total: string | undefined }) {
  const money = useMoney();
  return (
    <TicketPages query={ticketsQuery({ equipmentId, hasCosts: 'true' })()} none={none}>
      {(tickets) => (
        <table className={styles.costs}>
          <thead>
            <tr>
              <th scope="col">{words.ticket}</th>
              <th scope="col">{words.createdAt}</th>
              <th scope="col">{words.cost}</th>
            </tr>
          </thead>
          <tbody>
            {tickets.map(({ id, number, title, createdAt, location, totalCost }) => (
              <tr key={id}>
                <td>
                  <TicketLink id={id} number={number} title={title} />
                </td>
                <td>{formatDay(createdAt, location.timezone)}</td>
                <td>{money(totalCost)}</td>
              </tr>
            ))}
          </tbody>
          {total === undefined ? null : (
            <tfoot>
              <tr>
                <th scope="row" colSpan={2}>
                  {words.total}
                </th>
                <td>{money(total)}</td>
              </tr>
            </tfoot>
          )}
        </table>
      )}
    </TicketPages>
  );
}
