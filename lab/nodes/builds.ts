import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrationNames } from '#platform/server/database/migrations.ts'
import { projectRoot } from '#platform/server/runtime/config.ts'
import { removeAtEnd } from './child-processes.ts'

/** How another build differs from this one. */
type BuildOptions = {
  version: string
  /** The number of last migrations that it lacks; default 0. */
  withoutLast?: number
}

/** A build in a folder of its own, from which a node is started. */
export type Build = {
  version: string
  root: string
  /** Adds a migration, as a newer version of this build would have. */
  addMigration(name: string, text: string): void
}

/**
 * Copies the built server to a folder of its own, with another version and other migrations: the
 * parts by which a node of another version differs for the database.
 */
export function createBuild({ version, withoutLast = 0 }: BuildOptions): Build {
  const root = removeAtEnd(fs.mkdtempSync(join(tmpdir(), 'prizm-lab-build-')))
  const migrations = join(root, 'db/migrations')
  fs.mkdirSync(join(root, 'dist'))
  fs.cpSync(join(projectRoot, 'dist/server'), join(root, 'dist/server'), {
    recursive: true,
    filter: (file) => !file.endsWith('.map'),
  })
  fs.cpSync(join(projectRoot, 'db/migrations'), migrations, { recursive: true })
  for (const shared of ['node_modules', 'dist/web']) {
    fs.symlinkSync(join(projectRoot, shared), join(root, shared))
  }
  const manifest = JSON.parse(fs.readFileSync(join(projectRoot, 'package.json'), 'utf8')) as object
  fs.writeFileSync(join(root, 'package.json'), JSON.stringify({ ...manifest, version }))
  const names = migrationNames()
  for (const name of names.slice(names.length - withoutLast)) fs.rmSync(join(migrations, name))
  return {
    version,
    root,
    addMigration: (name, text) => fs.writeFileSync(join(migrations, name), text),
  }
}
