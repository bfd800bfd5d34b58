import { RESERVED_PATHS } from '@mainstay/remote-contract';
import { reservedEntities, reservedNames } from './reserved-words.ts';

/** The parts of a domain. */
export type Part = 'remote' | 'service';

/** The user's input. */
export interface Wish {
  name: string;
  /** The title of the screen, at most 40 characters; by default derived from the name. */
  title?: string | undefined;
  /** The singular, like `spare-part` for `spare-parts`; by default derived from the name. */
  entity?: string | undefined;
  only?: Part | undefined;
}

/** A domain under the names that the templates use. */
export interface Domain {
  /** `spare-parts`: of the folders, the address and the API path. */
  name: string;
  /** `SpareParts` and `spareParts`. */
  Name: string;
  nameCamel: string;
  /** `spare_parts`: of the schema and its table. */
  schema: string;
  /** `spare parts` and `spare part`. */
  nouns: string;
  noun: string;
  title: string;
  /** `spare-part`, `SparePart`, `sparePart` and `spare_part`. */
  entity: string;
  Entity: string;
  camel: string;
  entityWord: string;
}

/** Invalid input; its message is for the user. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

const NAME = /^[a-z][a-z-]{1,30}$/;

const pascal = (name: string): string =>
  name.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());

const camel = (name: string): string => name.charAt(0) + pascal(name).slice(1);

/** `Spare parts` of `spare parts`. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The singular of most English plurals; for others, use `--entity`. */
function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  if (/(ch|sh|ss|x)es$/.test(name)) return name.slice(0, -2);
  return /[^s]s$/.test(name) ? name.slice(0, -1) : name;
}

function checkName(what: string, name: string, reserved: ReadonlySet<string>): void {
  if (!NAME.test(name) || name.endsWith('-') || name.includes('--')) {
    throw new Refusal(
      `${what} "${name}" must be 2 to 31 lowercase letters, with single hyphens between words: spare-parts`,
    );
  }
  if (reserved.has(name)) throw new Refusal(`${what} "${name}" is reserved.`);
}

/** @throws Refusal naming the invalid name and the rule */
export function describeDomain({ name, title, entity }: Wish): Domain {
  checkName('The name', name, reservedNames);
  if (RESERVED_PATHS.includes(`/${name}`)) throw new Refusal(`The address /${name} is reserved.`);
  const one = entity ?? singular(name);
  checkName('The entity', one, reservedEntities);
  const nouns = name.replaceAll('-', ' ');
  const shown = title ?? sentence(nouns);
  // It is inserted between quotes in sources.
  if (shown.trim() === '' || shown.length > 40 || /['"`\\{}<>\p{Cc}]/u.test(shown)) {
    throw new Refusal(`The title "${shown}" must be 1 to 40 characters, without quotes, braces or <>.`);
  }
  return {
    name,
    Name: pascal(name),
    nameCamel: camel(name),
    schema: name.replaceAll('-', '_'),
    nouns,
    noun: one.replaceAll('-', ' '),
    title: shown,
    entity: one,
    Entity: pascal(one),
    camel: camel(one),
    entityWord: one.replaceAll('-', '_'),
  };
}
