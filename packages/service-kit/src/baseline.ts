/** A schema as a release left it, created in one migration in place of those of that release (decision 64). */
export interface Baseline {
  /** The commit of the release. */
  release: string;
  /** That of the release's last migration, so that its databases have this one already. */
  name: string;
  /** SQL, run in this order and in one transaction. */
  statements: readonly string[];
}

/** The database is older than the release of the baseline; the message says what to do. Nothing was changed. */
export class OlderThanBaseline extends Error {
  override readonly name = 'OlderThanBaseline';

  constructor(schema: string, { release }: Baseline) {
    super(
      `${schema}: upgrade to release ${release} first: this version cannot upgrade an older database ` +
        '(docs/operations.md, Upgrade and rollback).',
    );
  }
}
