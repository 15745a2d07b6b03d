/** What of Countersign a database has, as `countersign.describe_schema()` tells it: an object's name and a hash of its definition. */
export type SchemaDescription = { version: string | null; objects: Record<string, string> };

export type SchemaDifference = {
  /** Expected and not there. */
  missing: string[];
  /** There, and defined otherwise. */
  changed: string[];
  /** In our schemas, and not of this version: of a newer one, or of the team's own. */
  extra: string[];
};

/**
 * Compares what this version expects (`supabase/schema-objects.json`) with what a database has. Each list is sorted. The
 * versions don't count: a schema that was restored without its record is whole all the same.
 */
export function compareSchema(
  expected: Pick<SchemaDescription, 'objects'>,
  found: Pick<SchemaDescription, 'objects'>,
): SchemaDifference {
  const names = Object.keys(expected.objects).sort();
  return {
    missing: names.filter((name) => !Object.hasOwn(found.objects, name)),
    changed: names.filter(
      (name) => Object.hasOwn(found.objects, name) && found.objects[name] !== expected.objects[name],
    ),
    extra: Object.keys(found.objects)
      .filter((name) => !Object.hasOwn(expected.objects, name))
      .sort(),
  };
}

/** Whether a database has exactly what this version expects, and nothing else in our schemas. */
export function isSame({ missing, changed, extra }: SchemaDifference): boolean {
  return missing.length + changed.length + extra.length === 0;
}
