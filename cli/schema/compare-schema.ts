/** A database's objects of Countersign, as `countersign.describe_schema()` returns them: name and hash of the definition. */
export type SchemaDescription = { version: string | null; objects: Record<string, string> };

export type SchemaDifference = {
  missing: string[];
  changed: string[];
  /** Unexpected objects in this site's schemas: of a newer version, or the team's own. */
  extra: string[];
};

/** Lists are sorted. Ignores versions, since a restored schema may lack its record. */
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

export function isSame({ missing, changed, extra }: SchemaDifference): boolean {
  return missing.length + changed.length + extra.length === 0;
}
