/**
 * Takes the place of React in the picture of a screen, which is drawn once, as HTML
 * (docs/decisions/0053-a-picture-before-react.md). It has what the parts of pictures use of React.
 */

type Props = Readonly<Record<string, unknown>>;
type Component = (props: Props) => unknown;

class Element {
  readonly type: string | Component;
  readonly props: Props;
  constructor(type: string | Component, props: Props) {
    this.type = type;
    this.props = props;
  }
}

export const jsx = (type: string | Component, props: Props) => new Element(type, props);
export const jsxs = jsx;
export const Fragment = ({ children }: Props) => children;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The HTML of what a component returns: everything but elements is text. */
export function htmlOf(node: unknown): string {
  if (Array.isArray(node)) return node.map(htmlOf).join('');
  if (typeof node === 'string' || typeof node === 'number') return escaped(String(node));
  if (!(node instanceof Element)) return '';
  const { type, props } = node;
  if (typeof type !== 'string') return htmlOf(type(props));
  const { children, ...attributes } = props;
  const start = `<${type}${Object.entries(attributes).map(attributeOf).join('')}>`;
  return /^(img|input)$/.test(type) ? start : `${start}${htmlOf(children)}</${type}>`;
}

/** Not handlers, refs and what is not there. */
function attributeOf([name, given]: [string, unknown]): string {
  const isWord = /^(aria|data)-/.test(name);
  const value = given === true && !isWord ? '' : given;
  if (!['string', 'number', isWord && 'boolean'].includes(typeof value)) return '';
  const attribute = /^(stroke|fill)[A-Z]/.test(name) ? kebab(name) : name === 'className' ? 'class' : name;
  return ` ${attribute}="${escaped(String(value))}"`;
}

const nothing = () => undefined;
const itself = <Value>(value: Value): Value => value;

export const memo = itself;
export const useCallback = itself;
export const useEffectEvent = itself;
export const startTransition = nothing;
export const useEffect = nothing;
/** Draws the paths of icons into the document. */
export const useInsertionEffect = (effect: () => void) => effect();
export const useLayoutEffect = nothing;
export const useId = nothing;
export const useRef = <Value>(current: Value) => ({ current });
export const useState = <Value>(first: Value | (() => Value)) => [
  first instanceof Function ? first() : first,
  nothing,
];
export const useSyncExternalStore = <Value>(_subscribe: unknown, read: () => Value) => read();

export function createContext(value: unknown) {
  const context = ({ value: given, children }: Props) => {
    context.value = given;
    return children;
  };
  context.value = value;
  return context;
}
export const use = ({ value }: { value: unknown }) => value;
