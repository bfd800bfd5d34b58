import { Form } from '@mainstay/ui/forms';
import { Optional } from '@mainstay/web-kit/fields';
import { useId } from 'react';
import styles from './photo-field.module.css';

/** Chooses a photo, or takes one on a phone. */
export function PhotoField({
  label,
  isOptional,
  onChoose,
}: {
  label: string;
  isOptional: boolean;
  onChoose: (file: File | undefined) => void;
}) {
  const id = useId();
  return (
    <Form.Item label={isOptional ? <Optional label={label} /> : label} htmlFor={id}>
      <input
        id={id}
        className={styles.photo}
        type="file"
        accept="image/*"
        onChange={({ target }) => onChoose(target.files?.[0])}
      />
    </Form.Item>
  );
}
