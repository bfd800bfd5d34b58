import { prepareCheckout } from '../build/prepare.ts';
import { houseCheck } from '../checks/house.ts';
import { importGraph } from '../checks/import-graph.ts';
import type { CommandContext } from '../command-context.ts';

/** `mainstay house`: a table of what one must read for a change, and of the limits. */
export async function house({ progress, signal }: CommandContext): Promise<number> {
  await prepareCheckout(progress, signal, []);
  const { output, failed } = await houseCheck(await importGraph(signal), signal);
  console.info(output);
  return failed > 0 ? 1 : 0;
}
