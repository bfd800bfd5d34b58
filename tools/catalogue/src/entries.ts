import { type Meta, type Story } from '@mainstay/ui/stories';

/** What a page of the catalogue shows. */
export interface Entry {
  /** In addresses: `ui-badge`, or `web-kit-form-dialog--conflict` for a story with a page of its own. */
  id: string;
  group: string;
  name: string;
  stories: readonly NamedStory[];
  /** It covers the page, so it has a page of its own. */
  isAlone: boolean;
}

export interface NamedStory extends Story {
  id: string;
  name: string;
}

/** The exports of a file of stories. */
export type StoryFile = Readonly<Record<string, Meta | Story>>;

const isMeta = (part: Meta | Story): part is Meta => 'title' in part;

/** `Nothing Found` of `NothingFound`. */
const words = (exported: string): string => exported.replace(/([a-z])([A-Z])/g, '$1 $2');

/** `Nothing found` of `Nothing Found`. */
const sentence = (text: string): string => text.charAt(0) + text.slice(1).toLowerCase();

const slug = (text: string): string =>
  words(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');

/** @throws Error naming a file's title when it has no story, or a file without a Meta */
export function entriesOf(file: StoryFile): Entry[] {
  const meta = file['default'];
  if (!meta || !isMeta(meta)) throw new Error(`No Meta among ${Object.keys(file).join(', ')}`);
  const [group = '', title = ''] = meta.title.split('/');
  const id = slug(meta.title);
  const stories = Object.entries(file).flatMap(([exported, part]): NamedStory[] =>
    isMeta(part) ? [] : [{ ...part, id: `${id}--${slug(exported)}`, name: sentence(words(exported)) }],
  );
  if (stories.length === 0) throw new Error(`${meta.title} has no story`);
  if (meta.parameters?.layout !== 'fullscreen') {
    return [{ id, group, name: title, stories, isAlone: false }];
  }
  return stories.map((story) => ({
    id: story.id,
    group,
    name: `${title}: ${story.name.toLowerCase()}`,
    stories: [story],
    isAlone: true,
  }));
}

/** All stories that can share a page, in one entry. */
export const everything = (entries: readonly Entry[]): Entry => ({
  id: 'everything',
  group: 'All',
  name: 'Everything on one page',
  isAlone: false,
  stories: entries.filter(({ isAlone }) => !isAlone).flatMap(({ stories }) => stories),
});
