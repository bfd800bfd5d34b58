import { publicUrlQuery, useAppLink } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import styles from './linked-text.module.css';
import { linksIn } from './links-in.ts';

/** Addresses without the shell's page: services, the public pages, remotes, the gateway. */
const OUTSIDE = /^\/(api|gateway|r|remotes|t)(\/|$)/i;

/** What somebody wrote, with its web addresses as links. */
export function LinkedText({ text }: { text: string }) {
  return linksIn(text).map(({ text: part, href }, at) =>
    href === undefined ? <Fragment key={at}>{part}</Fragment> : <TextLink key={at} text={part} href={href} />,
  );
}

/** An address of the app is followed without a load, any other opens a tab. */
function TextLink({ text, href }: { text: string; href: string }) {
  const { data: publicOrigin } = useQuery(publicUrlQuery);
  const { origin, pathname, search, hash } = new URL(href);
  const inApp = useAppLink(pathname + search + hash);
  const isOurs = (origin === location.origin || origin === publicOrigin) && !OUTSIDE.test(pathname);
  const props = isOurs ? inApp : { href, target: '_blank', rel: 'noopener noreferrer nofollow' };
  return (
    <a className={styles.link} {...props}>
      {text}
    </a>
  );
}
