import { VisuallyHidden } from '@mainstay/ui/base';
import { Input } from '@mainstay/ui/forms';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { fullName } from '../people/names.ts';
import { Initials } from '../people/initials.tsx';
import { type Person, usePeople } from '../people/people.queries.ts';
import styles from './mention-field.module.css';
import { editedBody, openMention, shownBody, withMention } from './mentions.ts';
import { peopleStrings } from '../people/people-strings.ts';

/** The list opens above the field if there is as much room, else below it. In pixels, as in the style sheet. */
const LIST_HEIGHT = 232;

interface MentionFieldProps {
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
}

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
}: MentionFieldProps) {
  const listId = useId();
  const field = useRef<HTMLDivElement>(null);
  const [isFocused, setFocused] = useState(false);
  const [isAbove, setAbove] = useState(false);
  const { caret, setCaret, moveCaret } = useCaret(() => field.current?.querySelector('textarea'));
  const writing = isFocused ? openMention(body, names, caret) : undefined;
  const list = useMentionList(ticketId, canMention ? writing : undefined);
  const { people, isOpen, active } = list;
  const hasChoice = isOpen && people.length > 0;

  const choose = (person: Person | undefined) => {
    if (!list.mention || !person) return;
    const name = fullName(person);
    names.set(person.id, name);
    const next = withMention(body, names, list.mention, { id: person.id, name });
    onChange?.(next.body);
    moveCaret(next.caret);
    list.setActive(0);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey } = event;
    // Enter may end the input of a Chinese or Japanese word.
    if (event.nativeEvent.isComposing) return;
    const step = hasChoice ? stepOf(key, people.length) : undefined;
    if (step !== undefined) {
      event.preventDefault();
      list.setActive((active + step) % people.length);
    } else if (hasChoice && key === 'Enter') {
      event.preventDefault();
      choose(people[active]);
    } else if (isOpen && key === 'Escape') {
      // Not the dialog as well.
      event.stopPropagation();
      list.close();
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
        {...(hasChoice && { 'aria-activedescendant': `${listId}-${active}` })}
        onChange={({ target }) => {
          setCaret(target.selectionEnd);
          list.setActive(0);
          // antd's target is a copy that is on no page.
          setAbove((field.current?.getBoundingClientRect().top ?? 0) > LIST_HEIGHT);
          onChange?.(editedBody(body, names, target.value, target.selectionEnd));
          if (writing === undefined) list.reopen();
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
          active={active}
          isFailed={list.isFailed}
          isAbove={isAbove}
          onActive={list.setActive}
          onChoose={choose}
        />
      ) : null}
      <VisuallyHidden aria-live="polite">{isOpen ? peopleStrings.found(people.length) : ''}</VisuallyHidden>
    </div>
  );
}

/** How far an arrow key moves in a list, which goes round. */
const stepOf = (key: string, count: number): number | undefined =>
  key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? count - 1 : undefined;

/** Where the caret of a text area is, and `moveCaret`, which sets it once another text is shown. */
function useCaret(textArea: () => HTMLTextAreaElement | null | undefined) {
  const [caret, setCaret] = useState(0);
  const next = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (next.current === undefined) return;
    textArea()?.setSelectionRange(next.current, next.current);
    next.current = undefined;
  });
  return {
    caret,
    setCaret,
    moveCaret: (to: number) => {
      setCaret(to);
      next.current = to;
    },
  };
}

/**
 * The list of people for a mention that is being written. It stays closed for one that it was closed for.
 * @param writing undefined without one
 */
function useMentionList(ticketId: string, writing: ReturnType<typeof openMention>) {
  const [active, setActive] = useState(0);
  /** Where the mention starts whose list was closed. */
  const [closedAt, setClosedAt] = useState<number>();
  const mention = writing?.from === closedAt ? undefined : writing;
  const {
    items: people,
    isFailed,
    isPending,
    isSearching,
  } = usePeople(ticketId, mention?.text ?? '', { enabled: mention !== undefined });
  const isLoading = isPending || isSearching;
  return {
    mention,
    people,
    isFailed,
    isOpen: mention !== undefined && (people.length > 0 || (mention.text === '' && !isLoading)),
    active: Math.min(active, people.length - 1),
    setActive,
    close: () => setClosedAt(mention?.from),
    reopen: () => setClosedAt(undefined),
  };
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
