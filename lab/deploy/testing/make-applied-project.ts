import { applySchema } from '../../../cli/schema/apply-schema';
import { connect } from '../../../cli/schema/connect';
import { readExpectedSchema, readMigrations } from '../../../cli/schema/migrations-folder';
import { type Cluster, makeProject } from './make-project';

/** Creates a project and applies the schema, like `npm run schema -- apply`. Returns its name. */
export async function makeAppliedProject(postgres: Cluster, name: string): Promise<string> {
  const database = makeProject(postgres, name);
  const owner = await connect(postgres.url(database));
  try {
    await applySchema(owner, {
      migrations: readMigrations(),
      expected: readExpectedSchema(),
      lockTimeoutSeconds: 5,
      say: () => undefined,
    });
  } finally {
    await owner.end();
  }
  return database;
}
