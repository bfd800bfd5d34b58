import { Form, Select, Switch } from '@mainstay/ui/forms';
import { strings } from '../strings.ts';
import styles from './kinds-table.module.css';
import { type Kind } from './settings-values.ts';

const texts = strings.settings;
const emailTimes = Object.entries(texts.emailTimes).map(([value, label]) => ({ value, label }));

/** A row for each kind of change: whether the app shows it, and when it is mailed. @param labelledBy the id of its title */
export function KindsTable({ kinds, labelledBy }: { kinds: readonly Kind[]; labelledBy: string }) {
  return (
    <table className={styles.table} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{texts.columns.kind}</th>
          <th scope="col">{texts.columns.inApp}</th>
          <th scope="col">{texts.columns.email}</th>
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{texts.kinds[kind]}</th>
            <td>
              <span className={styles.cellTitle} aria-hidden="true">
                {texts.columns.inApp}
              </span>
              <Form.Item name={`kinds.${kind}.inApp`} noStyle>
                <Switch aria-label={texts.inApp(texts.kinds[kind])} />
              </Form.Item>
            </td>
            <td>
              <span className={styles.cellTitle} aria-hidden="true">
                {texts.columns.email}
              </span>
              <Form.Item name={`kinds.${kind}.email`} noStyle>
                <Select
                  className={styles.select ?? ''}
                  aria-label={texts.email(texts.kinds[kind])}
                  options={emailTimes}
                />
              </Form.Item>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
