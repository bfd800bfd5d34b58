import { Card } from '../parts/card.tsx';
import { useJobTexts } from '../texts/job-texts.ts';
import { useLanguage } from '../texts/language-context.tsx';
import { formatMoment } from '../texts/moments.ts';
import { type Job } from './job-api.ts';
import classes from './job-page.module.css';

/** What is to be done, where, and what is known of it. */
export function JobFacts({ job }: { job: Job }) {
  const words = useJobTexts();
  const language = useLanguage();
  const { state, title, description, priority, dueAt, visitAt, vendor, sender, message, spendingLimit } = job;
  const zone = job.location.timezone;
  const known = Object.entries(words.states).find(([name]) => name === state)?.[1];
  return (
    <>
      <Card tone={state === 'confirmed' ? 'success' : 'plain'}>
        <p role="status" className={classes['state']}>
          {known}
        </p>
        {visitAt !== null && <p>{words.visit(formatMoment(visitAt, language, zone))}</p>}
        <small>{words.forVendor(vendor.name)}</small>
      </Card>
      <Card>
        <h2>{title}</h2>
        <blockquote>{description}</blockquote>
        <small>
          {[
            words.priorities[priority],
            ...(dueAt === null ? [] : [words.due(formatMoment(dueAt, language, zone))]),
            ...(spendingLimit === null ? [] : [words.limit(spendingLimit)]),
          ].join(' · ')}
        </small>
        <Photos photos={job.photos} />
      </Card>
      {message !== null && (
        <Card>
          <h2>{words.from(sender?.firstName ?? null)}</h2>
          <blockquote>{message}</blockquote>
        </Card>
      )}
      <Card>
        <h2>{words.place}</h2>
        <Place location={job.location} />
        {job.equipment !== null && <Equipment equipment={job.equipment} />}
      </Card>
    </>
  );
}

function Place({ location }: Pick<Job, 'location'>) {
  const words = useJobTexts();
  const { name, storeNumber, address, city, state, zipCode, phone } = location;
  return (
    <address className={classes['place']}>
      <strong>{name}</strong>
      <span>{words.store(storeNumber)}</span>
      <span>{address}</span>
      <span>{`${city}, ${state} ${zipCode}`}</span>
      {phone !== null && <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>}
    </address>
  );
}

function Equipment({ equipment }: { equipment: NonNullable<Job['equipment']> }) {
  const words = useJobTexts();
  const { name, manufacturer, model, serial, warrantyUntil } = equipment;
  const details = [
    [manufacturer, model].filter((part) => part !== null).join(' '),
    serial === null ? '' : words.serial(serial),
    warrantyUntil === null ? '' : words.warranty(warrantyUntil),
  ].filter((line) => line !== '');
  return (
    <p className={classes['place']}>
      <strong>{`${words.equipment}: ${name}`}</strong>
      {details.map((line) => (
        <small key={line}>{line}</small>
      ))}
    </p>
  );
}

function Photos({ photos }: Pick<Job, 'photos'>) {
  const words = useJobTexts();
  if (photos.length === 0) return null;
  return (
    <ul className={classes['photos']}>
      {photos.map(({ id, url, purpose }) => (
        <li key={id}>
          <a href={url} target="_blank" rel="noreferrer">
            <img src={url} alt={words.purposes[purpose]} loading="lazy" />
          </a>
          <small>{words.purposes[purpose]}</small>
        </li>
      ))}
    </ul>
  );
}
