import { join } from 'node:path';
import ts from 'typescript';
import { root } from './files.ts';

/**
 * Type errors of objects by the types that kubernetes-models generates from the API's schemas. Its own `validate`
 * accepts unknown fields, such as a misspelt one; the compiler does not.
 * @param manifests each with the `apiVersion` and `kind` of a type there
 * @returns the compiler's messages of each manifest
 */
export function faultsOfTypes(manifests: readonly { apiVersion: string; kind: string }[]): string[][] {
  const folder = join(root, 'tools/deploy/test');
  const files = new Map(
    manifests.map((manifest, index) => {
      const { apiVersion, kind } = manifest;
      const from = `kubernetes-models/${apiVersion}`;
      const source = `import type { I${kind} } from '${from}';\nexport const manifest: I${kind} = ${JSON.stringify(manifest)};\n`;
      return [join(folder, `manifest-${index}.ts`), source];
    }),
  );
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    exactOptionalPropertyTypes: true,
    types: [],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
  };
  const host = ts.createCompilerHost(options);
  const [readFile, fileExists] = [host.readFile.bind(host), host.fileExists.bind(host)];
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.getSourceFile = (name, version) => {
    const text = host.readFile(name);
    return text === undefined ? undefined : ts.createSourceFile(name, text, version);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].map((name) => {
    const source = program.getSourceFile(name);
    return ts
      .getPreEmitDiagnostics(program, source)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  });
}
