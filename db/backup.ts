import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readConfig } from '#platform/server/runtime/config.ts'
import { describeError } from '#platform/server/runtime/error-serializer.ts'
import { backUp } from './backup/create-backup.ts'

// `npm run backup -- FILE`: writes the embedded database to a file, while the program runs or not.

async function main(name: string | undefined): Promise<void> {
  if (!name) throw new Error('Usage: npm run backup -- FILE')
  // npm runs this in the project folder; INIT_CWD is the folder in which npm was called.
  const file = resolve(process.env['INIT_CWD'] ?? '.', name)
  if (existsSync(file)) throw new Error(`${file} exists already: remove it, or name another file`)
  const { DATA_DIR, DATABASE_URL } = readConfig(process.env)
  if (DATABASE_URL) {
    throw new Error(
      'DATABASE_URL is set, and this command is for the embedded database. Back up PostgreSQL ' +
        'with pg_dump: docs/operations.md has the command',
    )
  }
  const { files, program } = await backUp(join(DATA_DIR, 'database'), file, new Date())
  const megabytes = Math.ceil(files.reduce((sum, { size }) => sum + size, 0) / 1_000_000)
  console.log(`Wrote ${files.length} files with ${megabytes} MB of version ${program} to ${file}.
The file contains password hashes and secrets: keep it private, and a copy on another machine.`)
}

main(process.argv[2]).catch((error: unknown) => {
  console.error(describeError(error))
  process.exit(1)
})
