import { applySchema } from '../../../packages/cli/src/schema/apply-schema';
import { connect } from '../../../packages/cli/src/schema/connect';
import { readExpectedSchema } from '../../../packages/cli/src/schema/expected-schema';
import { readMigrations } from '../../../packages/cli/src/schema/migrations-folder';
import { type Cluster, makeProject } from './make-project';

/** A project as `npm run schema -- apply` leaves it. Returns its name. */
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
