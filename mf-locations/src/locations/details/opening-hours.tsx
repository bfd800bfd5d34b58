import { formatDay, serverNow, toLocalInput, zoneLabel } from '@mainstay/web-kit';
import { Fact, Facts } from '@mainstay/web-kit/forms';
import { useState } from 'react';
import { strings } from '../../strings.ts';
import { type OpeningHours as Hours } from '../opening-hours/opening-hours.queries.ts';
import { weekInWords } from './week-in-words.ts';

const words = strings.openingHours;
const dayInWords = (day: string) => formatDay(`${day}T12:00:00Z`, 'UTC');

/** When a location is open, and the days of this and later closures. */
export function OpeningHours({ hours, closures, timezone }: Hours & { timezone: string }) {
  const [today] = useState(() => toLocalInput(new Date(serverNow()), timezone).slice(0, 10));
  return (
    <Facts>
      {hours.length === 0 ? <Fact label={words.everyDay}>{words.allDay}</Fact> : null}
      {(hours.length > 0 ? weekInWords(hours) : []).map(([days, times]) => (
        <Fact key={days} label={days}>
          {times}
        </Fact>
      ))}
      {closures
        .filter(({ lastDay }) => lastDay >= today)
        .map(({ firstDay, lastDay, reason }, at) => (
          <Fact key={at} label={words.closed}>
            {firstDay === lastDay
              ? dayInWords(firstDay)
              : words.range(dayInWords(firstDay), dayInWords(lastDay))}
            {reason ? `: ${reason}` : null}
          </Fact>
        ))}
      <Fact label={strings.fields.timezone}>{zoneLabel(timezone)}</Fact>
    </Facts>
  );
}
