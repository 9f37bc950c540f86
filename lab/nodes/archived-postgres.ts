import { appendFileSync, chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { runProgram } from './child-processes.ts'
import {
  type Cluster,
  createServerFolder,
  findPostgresPrograms,
  initializeServer,
  plainUser,
  runServer,
  urlOf,
} from './postgres-cluster.ts'
import { until } from './wait-until.ts'

/** A private PostgreSQL that archives its log with the settings of docs/operations.md. */
export type ArchivedPostgres = {
  cluster: Cluster
  /** Makes a base backup while it runs. Throws what pg_basebackup printed if that fails. */
  makeBaseBackup(): Promise<void>
  /** Stops it, and starts its base backup with the archived log up to a moment. */
  restoreTo(moment: string): Promise<Cluster>
}

const replayedWithinMs = 60_000

/** Starts one; undefined if this machine has no programs of PostgreSQL. */
export async function startArchivedPostgres(): Promise<ArchivedPostgres | undefined> {
  const bin = findPostgresPrograms()
  if (!bin) return undefined
  const archive = createServerFolder()
  const copy = createServerFolder()
  const settings = [
    'archive_mode=on',
    `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`,
  ]
  const cluster = await runServer(bin, initializeServer(bin), 'an archived PostgreSQL', settings)
  return {
    cluster,
    makeBaseBackup: () => makeBaseBackup(join(bin, 'pg_basebackup'), cluster, copy),
    restoreTo: async (moment) => {
      // Its last step is to archive the rest of its log.
      await cluster.close()
      prepareRecovery(join(copy, 'data'), archive, moment)
      const restored = await runServer(bin, copy, 'a restored PostgreSQL')
      const isPrimary = await until(() => acceptsWrites(restored), replayedWithinMs)
      if (!isPrimary) throw new Error('the restored PostgreSQL did not end its recovery')
      return restored
    },
  }
}

async function makeBaseBackup(program: string, cluster: Cluster, folder: string): Promise<void> {
  const from = ['-h', cluster.host, '-p', String(cluster.port), '-U', cluster.user]
  const how = [`--pgdata=${join(folder, 'data')}`, '--checkpoint=fast']
  await runProgram(program, [...from, ...how], { cwd: folder, ...plainUser() })
}

function prepareRecovery(data: string, archive: string, moment: string): void {
  const lines = [
    `restore_command = 'cp ${archive}/%f %p'`,
    `recovery_target_time = '${moment}'`,
    `recovery_target_action = 'promote'`,
  ]
  appendFileSync(join(data, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
  const signal = join(data, 'recovery.signal')
  writeFileSync(signal, '')
  const owner = plainUser()
  if (owner) chownSync(signal, owner.uid, owner.gid)
}

async function acceptsWrites(cluster: Cluster): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlOf(cluster, 'postgres') })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ recovering: boolean }>(
      'select pg_is_in_recovery() as recovering',
    )
    return rows[0]?.recovering === false
  } finally {
    await client.end()
  }
}
