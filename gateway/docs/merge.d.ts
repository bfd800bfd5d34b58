/** What of an OpenAPI document is merged. */
interface MergedDocument {
  openapi: string;
  info: { version: string };
  servers: unknown;
  security: unknown;
  tags?: { name: string }[];
  paths: Record<string, unknown>;
  /** By kind, then by name. */
  components: Record<string, Record<string, unknown>>;
}

export function mergeDocuments(documents: readonly MergedDocument[]): MergedDocument;
