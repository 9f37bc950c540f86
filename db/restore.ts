import { join, resolve } from 'node:path'
import { readConfig } from '#platform/server/runtime/config.ts'
import { describeError } from '#platform/server/runtime/error-serializer.ts'
import { type RestoreOutcome, restoreBackup } from './backup/restore.ts'

// `npm run restore -- FILE`: puts the database of a backup in the place of the embedded database.

async function main(name: string | undefined): Promise<void> {
  if (!name) throw new Error('Usage: npm run restore -- FILE')
  const file = resolve(process.env['INIT_CWD'] ?? '.', name)
  const { DATA_DIR, DATABASE_URL } = readConfig(process.env)
  if (DATABASE_URL) {
    throw new Error(
      'DATABASE_URL is set, and this command is for the embedded database. Restore PostgreSQL ' +
        'with pg_restore: docs/operations.md has the command',
    )
  }
  const restored = await restoreBackup(join(DATA_DIR, 'database'), file, new Date())
  console.log(linesOf(file, restored).join('\n'))
}

function linesOf(file: string, { manifest, aside, ruleCount, broken }: RestoreOutcome): string[] {
  const at = `${manifest.createdAt.slice(0, 16).replace('T', ' ')} UTC`
  const holding = ruleCount - broken.length
  return [
    `Restored ${file}, written by version ${manifest.program} on ${at}.`,
    `${holding} of ${ruleCount} data rules hold.`,
    ...broken.map(({ says }) => `Broken in this backup: ${says}`),
    aside ? `The database before is in ${aside}. Start the program.` : 'Start the program.',
  ]
}

main(process.argv[2]).catch((error: unknown) => {
  console.error(describeError(error))
  process.exit(1)
})
