import { Fragment } from 'react';

/** An e-mail address that breaks at its parts, not within a word, where it has too little room. */
export function MailText({ address }: { address: string }) {
  return address.split(/(?<=@)|(?=\.)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
}
