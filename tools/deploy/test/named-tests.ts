import ts from 'typescript';

/** A test found in the source of a file, without running it. */
export interface NamedTest {
  /** Its title after those of its groups, joined by ` › `; for a template, the text between its quotes. */
  title: string;
  /** Whether it or one of its groups is skipped, always or under a condition. */
  isSkipped: boolean;
}

interface Around {
  groups: string[];
  isSkipped: boolean;
}

const SKIPPED = /\b(skip|todo|fixme|failing|fail|xit|xtest|xdescribe)\b/;

/**
 * The tests of a file: the calls of `it` and `test`; if there are none, the members of objects: the title of a fault,
 * or a lint rule and its message.
 */
export function testsIn(path: string, source: string): NamedTest[] {
  const kind = path.endsWith('.jsonc') ? ts.ScriptKind.JSON : undefined;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
  const calls = callsIn(file, { groups: [], isSkipped: false });
  return calls.length > 0 ? calls : membersIn(file);
}

/** The tests that a name selects: by their title, or by the end of it from the title of a group on. */
export const named = (tests: readonly NamedTest[], name: string): NamedTest[] =>
  tests.filter(({ title }) => title === name || title.endsWith(` › ${name}`));

function callsIn(node: ts.Node, around: Around): NamedTest[] {
  const inside = (surroundings: Around) => childrenOf(node).flatMap((child) => callsIn(child, surroundings));
  if (ts.isIfStatement(node)) return inside({ ...around, isSkipped: true });
  if (!ts.isCallExpression(node) || node.arguments.length < 2) return inside(around);
  const title = textOf(node.arguments[0]);
  const callee = calleeOf(node.expression);
  const isGroup = /\bx?describe\b/.test(callee);
  if (title === undefined || !(isGroup || /^\W*x?(it|test)\b/.test(callee))) return inside(around);
  const isSkipped = around.isSkipped || SKIPPED.test(callee);
  const groups = [...around.groups, title];
  if (isGroup) return inside({ groups, isSkipped });
  // Playwright can skip a test from within.
  const skipsItself = childrenOf(node).some((child) => /\btest\.(skip|fixme|fail)\(/.test(child.getText()));
  return [{ title: groups.join(' › '), isSkipped: isSkipped || skipsItself }];
}

/** The called function, without the rows given to `each`. For a conditional expression, both alternatives. */
function calleeOf(node: ts.Expression): string {
  if (ts.isCallExpression(node)) return calleeOf(node.expression);
  if (ts.isTaggedTemplateExpression(node)) return calleeOf(node.tag);
  if (ts.isPropertyAccessExpression(node)) return `${calleeOf(node.expression)}.${node.name.text}`;
  if (ts.isParenthesizedExpression(node)) return calleeOf(node.expression);
  if (ts.isConditionalExpression(node)) return `${calleeOf(node.whenTrue)} ${calleeOf(node.whenFalse)}`;
  return node.getText();
}

function membersIn(node: ts.Node): NamedTest[] {
  const own: NamedTest[] = [];
  if (ts.isPropertyAssignment(node)) {
    const name = ts.isStringLiteral(node.name) || ts.isIdentifier(node.name) ? node.name.text : '';
    const value = textOf(node.initializer);
    const isTitle = name === 'title' || name === 'message';
    own.push({ title: isTitle ? (value ?? name) : name, isSkipped: value === 'off' });
  }
  return [...own, ...childrenOf(node).flatMap(membersIn)];
}

function textOf(node: ts.Node | undefined): string | undefined {
  if (!node) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : undefined;
}

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  return children;
}
