import { VisuallyHidden } from '@mainstay/ui/base';
import { Input } from '@mainstay/ui/forms';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { fullName } from '../../people/names.ts';
import { Initials } from '../../people/initials.tsx';
import { type Person, usePeople } from '../../people/people.queries.ts';
import styles from './mention-field.module.css';
import { editedBody, openMention, shownBody, withMention } from './mentions.ts';
import { peopleStrings } from '../../people/people-strings.ts';

/** The list opens above the field if there is as much room, else below it. In pixels, as in the style sheet. */
const LIST_HEIGHT = 232;

/**
 * A field for a comment, with completion of names behind an `@`. Its value is the body, with mentions as `<@uuid>`; it
 * shows their names. Enter chooses from the open list, Escape closes it.
 */
export function MentionField({
  ticketId,
  names,
  canMention = true,
  id,
  value: body = '',
  onChange,
  onSend,
  ...texts
}: {
  ticketId: string;
  /** Those who are mentioned. The field adds who is chosen. */
  names: Map<string, string>;
  /** Whether it offers people; a mention that is in the text stays. */
  canMention?: boolean;
  /** This and the following two are set by the form item. */
  id?: string;
  value?: string;
  onChange?: (body: string) => void;
  /** Called on Ctrl and Enter. */
  onSend?: () => void;
  placeholder?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: 'true';
  'aria-required'?: 'true';
}) {
  const listId = useId();
  const field = useRef<HTMLDivElement>(null);
  const textArea = () => field.current?.querySelector('textarea');
  const [caret, setCaret] = useState(0);
  const [active, setActive] = useState(0);
  const [isFocused, setFocused] = useState(false);
  /** Where the mention starts whose list was closed. */
  const [closedAt, setClosedAt] = useState<number>();
  const [isAbove, setAbove] = useState(false);
  const nextCaret = useRef<number>(undefined);

  const writing = isFocused ? openMention(body, names, caret) : undefined;
  const mention = !canMention || writing?.from === closedAt ? undefined : writing;
  const {
    items: people,
    isFailed,
    ...list
  } = usePeople(ticketId, mention?.text ?? '', {
    enabled: mention !== undefined,
  });
  const isLoading = list.isPending || list.isSearching;
  const isOpen = mention !== undefined && (people.length > 0 || (mention.text === '' && !isLoading));
  const activeAt = Math.min(active, people.length - 1);

  useLayoutEffect(() => {
    if (nextCaret.current === undefined) return;
    textArea()?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = undefined;
  });

  const choose = (person: Person | undefined) => {
    if (!mention || !person) return;
    const name = fullName(person);
    names.set(person.id, name);
    const next = withMention(body, names, mention, { id: person.id, name });
    onChange?.(next.body);
    setCaret(next.caret);
    nextCaret.current = next.caret;
    setActive(0);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey } = event;
    // Enter may end the input of a Chinese or Japanese word.
    if (event.nativeEvent.isComposing) return;
    if (isOpen && people.length > 0) {
      const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: people.length - 1 };
      const step = steps[key];
      if (step !== undefined) {
        event.preventDefault();
        setActive((activeAt + step) % people.length);
        return;
      }
      if (key === 'Enter') {
        event.preventDefault();
        choose(people[activeAt]);
        return;
      }
    }
    if (isOpen && key === 'Escape') {
      // Not the dialog as well.
      event.stopPropagation();
      setClosedAt(mention.from);
    } else if (key === 'Enter' && (ctrlKey || metaKey)) {
      event.preventDefault();
      onSend?.();
    }
  };

  return (
    <div className={styles.field} ref={field}>
      <Input.TextArea
        {...texts}
        id={id}
        value={shownBody(body, names)}
        autoSize={{ minRows: 1, maxRows: 6 }}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        {...(isOpen && { 'aria-controls': listId })}
        {...(isOpen && people.length > 0 && { 'aria-activedescendant': `${listId}-${activeAt}` })}
        onChange={({ target }) => {
          setCaret(target.selectionEnd);
          setActive(0);
          // antd's target is a copy that is on no page.
          setAbove((field.current?.getBoundingClientRect().top ?? 0) > LIST_HEIGHT);
          onChange?.(editedBody(body, names, target.value, target.selectionEnd));
          if (writing === undefined) setClosedAt(undefined);
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionEnd)}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      />
      {isOpen ? (
        <People
          id={listId}
          people={people}
          active={activeAt}
          isFailed={isFailed}
          isAbove={isAbove}
          onActive={setActive}
          onChoose={choose}
        />
      ) : null}
      <VisuallyHidden aria-live="polite">{isOpen ? peopleStrings.found(people.length) : ''}</VisuallyHidden>
    </div>
  );
}

/** The list of people to choose from. The focus stays in the field. */
function People({
  id,
  people,
  active,
  isFailed,
  isAbove,
  onActive,
  onChoose,
}: {
  id: string;
  people: readonly Person[];
  active: number;
  isFailed: boolean;
  isAbove: boolean;
  onActive: (at: number) => void;
  onChoose: (person: Person) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <ul
      ref={list}
      id={id}
      role="listbox"
      aria-label={peopleStrings.title}
      className={styles.list}
      data-above={isAbove || undefined}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      {people.map((person, at) => (
        <li
          key={person.id}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === active}
          className={styles.person}
          onMouseMove={() => onActive(at)}
          onClick={() => onChoose(person)}
        >
          <Initials name={fullName(person)} size={28} />
          <span className={styles.name}>{fullName(person)}</span>
          <span className={styles.role}>{peopleStrings.role[person.role]}</span>
        </li>
      ))}
      {people.length === 0 ? (
        <li role="option" aria-disabled aria-selected={false} className={styles.none}>
          {isFailed ? peopleStrings.failed : peopleStrings.none}
        </li>
      ) : null}
    </ul>
  );
}
