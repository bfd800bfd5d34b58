import { Badge, Button } from '@mainstay/ui/base';
import { Input } from '@mainstay/ui/forms';
import { useId, useState } from 'react';
import { type ChecklistStep } from '../checklists/checklists.queries.ts';
import { NumberAnswer } from './number-answer.tsx';
import { runStrings as strings } from './run-strings.ts';
import { type AnswerRequest } from './runs.queries.ts';
import { type ShownAnswer } from './shown-answer.ts';
import { StepPhotos } from './step-photos.tsx';
import styles from './step-row.module.css';

const MOST_CHARACTERS = 500;

/** What can be pressed, by the kind of a step, before `Not applicable`. */
const choices = {
  pass_fail: [
    { value: 'pass', label: strings.pass },
    { value: 'fail', label: strings.fail },
  ],
  check: [{ value: true, label: strings.check }],
  number: [],
} as const satisfies Record<
  ChecklistStep['kind'],
  readonly { value: AnswerRequest['value']; label: string }[]
>;

/**
 * What is done to the answer of a step: another value, another note.
 * @returns with them what is pressed, and whether `Not applicable` waits for its note
 */
function useStepAnswer({ value, note }: ShownAnswer, onAnswer: (answer: AnswerRequest) => void) {
  const [isSkipping, setSkipping] = useState(false);
  const pressed = isSkipping ? 'na' : value;
  return {
    pressed,
    isSkipping,
    choose: (chosen: AnswerRequest['value']) => {
      const isUnexplained = chosen === 'na' && note === null;
      setSkipping(isUnexplained);
      if (!isUnexplained && (isSkipping || chosen !== value)) onAnswer({ value: chosen, note });
    },
    explain: (text: string) => {
      const given = text.trim() || null;
      if (pressed === null || given === note || (pressed === 'na' && given === null)) return;
      setSkipping(false);
      onAnswer({ value: pressed, note: given });
    },
  };
}

/** One step of a checklist: what to check, what was found, and its note and photos. */
export function StepRow({
  runId,
  step,
  answer,
  isDone,
  onAnswer,
}: {
  runId: string;
  step: ChecklistStep;
  answer: ShownAnswer;
  isDone: boolean;
  onAnswer: (answer: AnswerRequest) => void;
}) {
  const textId = useId();
  const { pressed, isSkipping, choose, explain } = useStepAnswer(answer, onAnswer);
  const { value, result, note, photos, isWaiting } = answer;
  const hasNote = isSkipping || result === 'fail' || result === 'na' || note !== null;
  const needsPhoto =
    step.photo === 'always' ? result !== 'na' : step.photo === 'on_fail' && result === 'fail';
  return (
    <li className={styles.step} data-result={isSkipping ? 'na' : result} aria-labelledby={textId}>
      <div className={styles.line}>
        <StepText id={textId} step={step} result={result} />
        <Choices
          step={step}
          value={value}
          pressed={pressed}
          textId={textId}
          isDone={isDone}
          onChoose={choose}
        />
      </div>
      {hasNote ? (
        <NoteField
          // What somebody else wrote meanwhile is shown.
          key={note ?? ''}
          note={note ?? ''}
          textId={textId}
          isNew={isSkipping}
          isDone={isDone}
          onChange={explain}
        />
      ) : null}
      {needsPhoto || photos.length > 0 ? (
        <StepPhotos
          runId={runId}
          stepId={step.id}
          textId={textId}
          photos={photos}
          isNeeded={needsPhoto}
          isDone={isDone}
        />
      ) : null}
      {isWaiting ? <span className={styles.unsent}>{strings.waiting}</span> : null}
    </li>
  );
}

function StepText({ id, step, result }: { id: string; step: ChecklistStep; result: ShownAnswer['result'] }) {
  return (
    <span className={styles.text}>
      <span id={id}>{step.text}</span>{' '}
      {step.required ? null : <Badge variant="outline">{strings.optional}</Badge>}
      {step.kind === 'number' && result === 'fail' ? (
        <Badge variant="destructive">{strings.failed}</Badge>
      ) : null}
    </span>
  );
}

/** The number that was measured, or the buttons that say what was found. */
function Choices({
  step,
  value,
  pressed,
  textId,
  isDone,
  onChoose,
}: {
  step: ChecklistStep;
  value: ShownAnswer['value'];
  /** Differs while `Not applicable` waits for its note. */
  pressed: ShownAnswer['value'];
  textId: string;
  isDone: boolean;
  onChoose: (value: AnswerRequest['value']) => void;
}) {
  return (
    <div className={styles.choices} role="group" aria-labelledby={textId}>
      {step.kind === 'number' ? (
        <NumberAnswer
          step={step}
          value={typeof value === 'number' ? value : null}
          textId={textId}
          isDone={isDone}
          onAnswer={onChoose}
        />
      ) : null}
      {[...choices[step.kind], { value: 'na' as const, label: strings.notApplicable }].map((choice) => (
        <Button
          key={choice.label}
          className={styles.control}
          aria-pressed={pressed === choice.value}
          data-value={choice.value}
          disabled={isDone}
          onClick={() => onChoose(choice.value)}
        >
          {choice.label}
        </Button>
      ))}
    </div>
  );
}

/** What there is to say of an answer. It is sent when the field is left. */
function NoteField({
  note,
  textId,
  isNew,
  isDone,
  onChange,
}: {
  note: string;
  textId: string;
  isNew: boolean;
  isDone: boolean;
  onChange: (text: string) => void;
}) {
  const id = useId();
  const [text, setText] = useState(note);
  if (isDone) return <p className={styles.hint}>{note}</p>;
  return (
    <div className={styles.note}>
      <label id={id} htmlFor={`${id}field`}>
        {strings.note}
      </label>
      <Input.TextArea
        id={`${id}field`}
        aria-labelledby={`${id} ${textId}`}
        aria-describedby={isNew ? `${id}why` : undefined}
        autoSize={{ minRows: 1, maxRows: 6 }}
        maxLength={MOST_CHARACTERS}
        autoFocus={isNew}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => onChange(text)}
      />
      {isNew ? (
        <span id={`${id}why`} className={styles.hint}>
          {strings.why}
        </span>
      ) : null}
    </div>
  );
}
