import {
  acceptsContract,
  isRecord,
  type Prepare,
  type RemoteComponent,
  type RemoteModule,
} from '@mainstay/remote-contract';
import { formerPlaces } from './former-places.ts';
import { RemoteFault } from './remote-fault.ts';

/** A function or class component, or the result of `lazy`, `memo` and the like. */
function isComponent(value: unknown): value is RemoteComponent {
  return typeof value === 'function' || (isRecord(value) && '$$typeof' in value);
}

const isPrepare = (value: unknown): value is Prepare => typeof value === 'function';

const isComponents = (value: unknown): value is Record<string, RemoteComponent> =>
  isRecord(value) && Object.values(value).every(isComponent);

/** @throws RemoteFault unless this shell supports the contract */
export function checkContract(contract: number): void {
  if (!acceptsContract(contract)) throw new RemoteFault('contract', { about: String(contract) });
}

/** The screens of a module. A module of contract 1 has one, `Screen`, at the remote's former place. */
function screensOf(name: string, { contract, screens, Screen }: Record<string, unknown>): unknown {
  if (contract !== 1) return screens;
  const place = formerPlaces.get(name);
  return isComponent(Screen) && place ? { [place.path]: Screen } : undefined;
}

/**
 * Converts what the remote `name` exposes to a module of the current contract.
 * @throws RemoteFault with a readable reason
 */
export function readModule(name: string, exports: unknown): RemoteModule {
  const remote = isRecord(exports) ? exports['default'] : undefined;
  if (!isRecord(remote) || typeof remote['contract'] !== 'number') throw new RemoteFault('notAScreen');
  const { contract, HeaderItem, prepare } = remote;
  checkContract(contract);
  if (remote['name'] !== name) throw new RemoteFault('otherName', { about: String(remote['name']) });
  const screens = screensOf(name, remote);
  if (!isComponents(screens)) throw new RemoteFault('notAScreen');
  return {
    contract,
    name,
    screens,
    ...(isComponent(HeaderItem) && { HeaderItem }),
    ...(isPrepare(prepare) && { prepare }),
  };
}
