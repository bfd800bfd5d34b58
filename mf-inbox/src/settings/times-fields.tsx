import { Form, Input, Select } from '@mainstay/ui/forms';
import { matchesZone, momentRule } from '@mainstay/web-kit';
import { useId, useMemo } from 'react';
import { strings } from '../strings.ts';
import { timeZoneOptions } from './time-zones.ts';
import styles from './times-fields.module.css';

const texts = strings.settings;
const FROM = 'quietHours.from';
const TO = 'quietHours.to';

/**
 * Quiet hours, the time of the daily digest, the time zone of both, and a pause.
 * @param timeZone the chosen one
 */
export function TimesFields({ timeZone, browserZone }: { timeZone: string; browserZone: string }) {
  const timeZones = useMemo(() => timeZoneOptions(browserZone, timeZone), [browserZone, timeZone]);
  return (
    <>
      <QuietHours />
      <div className={styles.pair}>
        <Form.Item
          name="digestTime"
          label={texts.digestTime}
          rules={[{ required: true, message: texts.required(texts.digestTime) }]}
        >
          <Input type="time" />
        </Form.Item>
        <Form.Item name="timeZone" label={texts.timeZone}>
          <Select
            showSearch={{ filterOption: matchesZone }}
            notFoundContent={texts.noTimeZones}
            options={timeZones}
          />
        </Form.Item>
      </div>
      <div className={styles.pair}>
        <Form.Item
          name="pausedUntil"
          label={texts.pausedUntil}
          extra={texts.pausedUntilHint}
          style={{ marginBottom: 0 }}
          rules={[momentRule]}
        >
          <Input type="datetime-local" />
        </Form.Item>
      </div>
    </>
  );
}

function QuietHours() {
  const titleId = useId();
  return (
    <div role="group" aria-labelledby={titleId}>
      <h3 className={styles.title} id={titleId}>
        {texts.quietHours}
      </h3>
      <p className={styles.hint}>{texts.quietHoursHint}</p>
      <div className={`${styles.pair} ${styles.times}`}>
        <Form.Item name={FROM} label={texts.from}>
          <Input type="time" />
        </Form.Item>
        <Form.Item
          name={TO}
          label={texts.until}
          dependencies={[FROM]}
          rules={[
            ({ getFieldValue }) => ({
              validator: (_rule, to: unknown) => {
                const from: unknown = getFieldValue(FROM);
                if ((from === '') !== (to === '')) return Promise.reject(new Error(texts.bothTimes));
                return from !== '' && from === to
                  ? Promise.reject(new Error(texts.twoTimes))
                  : Promise.resolve();
              },
            }),
          ]}
        >
          <Input type="time" />
        </Form.Item>
      </div>
    </div>
  );
}
