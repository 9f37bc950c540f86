import { chownSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Cluster, plainUser, urlOf } from './postgres-cluster.ts'
import { endChild, removeAtEnd, startChild } from './child-processes.ts'
import { freePort } from './ports.ts'
import { findProgram } from './reverse-proxy.ts'
import { until } from './wait-until.ts'

/** A PgBouncer in front of a cluster. */
export type Pooler = { port: number; close(): Promise<void> }

/** The most sessions of PostgreSQL that a pooler opens for a database. */
export const poolerSessions = 6

/**
 * Starts a PgBouncer that pools transactions: each may run in another session, in turn. It refuses
 * startup options, as PgBouncer does by default, or with `dropsOptions` drops them.
 */
export async function startPooler(
  cluster: Cluster,
  { dropsOptions }: { dropsOptions: boolean },
): Promise<Pooler> {
  const program = findProgram('pgbouncer')
  if (!program) throw new Error('There is no pgbouncer')
  const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'prizm-lab-pooler-')))
  const owner = plainUser()
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, settingsOf(cluster, port, dropsOptions))
  if (owner) {
    chownSync(folder, owner.uid, owner.gid)
    chownSync(file, owner.uid, owner.gid)
  }
  const child = startChild(program, ['-q', file], { stdio: 'ignore', cwd: folder, ...owner })
  const close = () => endChild(child, 'SIGTERM', 5000)
  const isUp = await until(() => answers(urlOf(cluster, 'postgres', port)), 20_000)
  if (isUp) return { port, close }
  await close()
  throw new Error('PgBouncer does not answer')
}

function settingsOf({ host, port, user }: Cluster, ownPort: number, dropsOptions: boolean): string {
  const ignored = dropsOptions ? ['ignore_startup_parameters = options'] : []
  return [
    '[databases]',
    `* = host=${host} port=${port} user=${user}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${ownPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'max_client_conn = 500',
    `default_pool_size = ${poolerSessions}`,
    'server_round_robin = 1',
    ...ignored,
    '',
  ].join('\n')
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
