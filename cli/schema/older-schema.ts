/** The first migration of 1.0.0, which makes the whole schema. */
export const baselineVersion = '20261128000000';

export const olderSchema =
  'The database has the schema of a development version from before 1.0.0, which cannot be upgraded.';

/**
 * Whether a schema was made before 1.0.0, by its record or its objects. Call it for one that the baseline did not make.
 * @param versions of migrations of ours that were recorded
 * @param objects by name, as `countersign_private.describe_objects()` has them
 */
export function isOlderSchema(versions: string[], objects: Record<string, string>): boolean {
  return (
    versions.some((version) => version < baselineVersion) ||
    // Named like this before 1.0.0, and never since.
    Object.keys(objects).some((object) => object.startsWith('function countersign_private.use_once('))
  );
}
