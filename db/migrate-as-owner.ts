import type pg from 'pg'
import { openDatabase } from '#platform/server/database/db.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { describeError } from '#platform/server/runtime/error-serializer.ts'

// `npm run db:migrate -- ROLE`: applies the migrations as the role of DATABASE_URL, which owns the
// tables, and lets ROLE read and write them. The program then runs as ROLE, which changes no table.

async function main(role: string | undefined): Promise<void> {
  if (!role) throw new Error('Usage: npm run db:migrate -- ROLE')
  const config = readConfig(process.env)
  if (!config.DATABASE_URL) {
    throw new Error(
      'Set DATABASE_URL to the address of PostgreSQL with the role that owns the tables',
    )
  }
  const database = await openDatabase(config)
  try {
    const applied = await migrate(database.pool)
    await grantProgramRights(database.pool, role)
    const changes = applied.length === 1 ? '1 migration' : `${applied.length} migrations`
    console.log(`Applied ${changes}. ${role} may read and write all tables, and change none.`)
  } finally {
    await database.close()
  }
}

type FoundRole = { owns: boolean; statements: string }

/** PostgreSQL quotes the names. The list of migrations is the owner's alone. */
const findRole = `
  select pg_has_role(r.oid, current_user, 'member') as owns,
    format('grant usage on schema %1$I to %2$I;
            grant select, insert, update, delete on all tables in schema %1$I to %2$I;
            revoke insert, update, delete on table %1$I.migrations from %2$I;
            grant usage, select, update on all sequences in schema %1$I to %2$I',
           current_schema(), r.rolname) as statements
  from pg_roles r where r.rolname = $1`

/** Throws if there is no such role, or if it could change the tables. */
async function grantProgramRights(pool: pg.Pool, role: string): Promise<void> {
  const { rows } = await pool.query<FoundRole>(findRole, [role])
  const [found] = rows
  if (!found) throw new Error(`There is no role called ${role}: create it first`)
  if (found.owns) {
    throw new Error(`${role} owns the tables or is a superuser: name another role for the program`)
  }
  await pool.query(found.statements)
}

main(process.argv[2]).catch((error: unknown) => {
  console.error(describeError(error))
  process.exit(1)
})
