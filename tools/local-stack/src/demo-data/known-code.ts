import { createHash, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withConnection } from '../database/provision.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** 128 random bits in base32 (RFC 4648), without padding and in lowercase: the form of the codes on stickers. */
const newCode = (): string =>
  // The last character has three bits.
  Array.from({ length: 26 }, (_, at) => ALPHABET.charAt(at < 25 ? randomInt(32) : randomInt(8) * 4)).join('');

/** What the database has of a code, in hex. */
export const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex');

/** The one known code of the demo data: a file of the state folder, made when missing, for its owner only. */
export function keepKnownCode(stateDir: string): { code: string; isNew: boolean } {
  const file = join(stateDir, 'demo-code');
  if (existsSync(file)) return { code: readFileSync(file, 'utf8').trim(), isNew: false };
  const code = newCode();
  mkdirSync(stateDir, { recursive: true });
  writeFileSync(file, `${code}\n`, { mode: 0o600 });
  return { code, isNew: true };
}

const rotateStatement = `
  UPDATE core.intake_codes SET code_hash = decode($1, 'hex'), rotated_at = now()
  WHERE id = (SELECT value::uuid FROM local_stack.notes WHERE name = 'known-code')`;

/** Notes which code is the known one, in the transaction that inserted it. */
export const noteStatement = `
  INSERT INTO local_stack.notes
  SELECT 'known-code', id::text FROM core.intake_codes WHERE code_hash = decode($1, 'hex')`;

/**
 * The code of a sticker of the demo data to try. It is on no sticker, so it may be replaced when its file was lost.
 * @returns undefined when somebody has rotated it, turned it off or deleted it
 */
export async function knownCode(databaseUrl: string, stateDir: string): Promise<string | undefined> {
  const { code, isNew } = keepKnownCode(stateDir);
  return withConnection(databaseUrl, async (client) => {
    if (isNew) await client.query(rotateStatement, [hashOf(code)]);
    const { rowCount } = await client.query(
      `SELECT FROM core.intake_codes WHERE code_hash = decode($1, 'hex') AND active`,
      [hashOf(code)],
    );
    return rowCount === 1 ? code : undefined;
  });
}
