import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { endChild, waitForExit, removeAtEnd, startChild } from './child-processes.ts'
import { freePort } from './ports.ts'
import { until } from './wait-until.ts'

/** A PostgreSQL server for test databases. */
export type Cluster = {
  /** Its description for the results table. */
  name: string
  host: string
  port: number
  user: string
  /** Starts a streaming standby; only for a private PostgreSQL. */
  startStandby?: () => Promise<Cluster>
  /** A private PostgreSQL, which can be killed and restarted, with its command line tools. */
  own?: PrivatePostgres
  close(): Promise<void>
}

/** Controls of a PostgreSQL that the lab started itself. */
export type PrivatePostgres = {
  /** `pg_ctl stop -m immediate`: no further writes, as in a power failure. */
  stopAtOnce(): Promise<void>
  /** Restarts it after a crash; it may accept connections only after this returns. */
  startAgain(): void
  /** The path of a PostgreSQL tool, such as pg_dump. */
  program(name: string): string
}

const fallback = 'postgres://postgres@127.0.0.1:5432/postgres'

/**
 * Starts a private PostgreSQL in a temporary folder that is removed with the lab. If its binaries
 * are missing or fail to start, uses the server in DATABASE_URL or the local one. Undefined if
 * there is none.
 */
export async function startCluster(): Promise<Cluster | undefined> {
  const bin = findPostgresPrograms()
  const started = bin ? await startPrivate(bin).catch(printReason) : undefined
  return started ?? (await findRunning())
}

function printReason(error: unknown): undefined {
  const reason = error instanceof Error ? error.message : String(error)
  console.error(`A private PostgreSQL did not start: ${reason}`)
}

/** The folder of the PostgreSQL binaries: from pg_config, or Debian's newest. */
export function findPostgresPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a))
  const pgConfig = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  const folders = [pgConfig.stdout?.trim(), ...newestFirst.map((name) => join(debian, name, 'bin'))]
  return folders.find((folder) => folder && existsSync(join(folder, 'initdb')))
}

async function startPrivate(bin: string): Promise<Cluster> {
  const cluster = await runServer(bin, initializeServer(bin), 'a private PostgreSQL')
  return { ...cluster, startStandby: () => startStandby(bin, cluster) }
}

/** A temporary folder of the user that runs PostgreSQL; it is removed with the lab. */
export function createServerFolder(): string {
  const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'prizm-lab-pg-')))
  const owner = plainUser()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  return folder
}

/** Creates the data of a server, in the folder `data` of a new folder, which it returns. */
export function initializeServer(bin: string): string {
  const folder = createServerFolder()
  const data = join(folder, 'data')
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  execFileSync(join(bin, 'initdb'), initdb, { stdio: 'pipe', cwd: folder, ...plainUser() })
  return folder
}

/** Starts a standby that replays the primary's commits and serves reads. */
async function startStandby(bin: string, { host, port, user }: Cluster): Promise<Cluster> {
  const folder = createServerFolder()
  const from = ['-h', host, '-p', String(port), '-U', user]
  const how = ['-D', join(folder, 'data'), '-R', '-X', 'stream', '-c', 'fast']
  const options = { stdio: 'pipe', cwd: folder, ...plainUser() } as const
  execFileSync(join(bin, 'pg_basebackup'), [...from, ...how], options)
  return runServer(bin, folder, 'a standby')
}

/** Runs the server whose data are in the folder `data` of `folder`, on a free port. */
export async function runServer(
  bin: string,
  folder: string,
  name: string,
  more: readonly string[] = [],
): Promise<Cluster> {
  const data = join(folder, 'data')
  const port = await freePort()
  const usual = ['listen_addresses=127.0.0.1', 'max_connections=200', 'synchronous_commit=on']
  const settings = [...usual, ...more]
  const args = ['-D', data, '-k', folder, '-p', String(port), ...settings.flatMap((s) => ['-c', s])]
  const owner = plainUser()
  const options = { stdio: 'ignore', cwd: folder, lastSignal: 'SIGQUIT', ...owner } as const
  const start = () => startChild(join(bin, 'postgres'), args, options)
  let server = start()
  const cluster = { name, host: '127.0.0.1', port, user: 'postgres' }
  const isUp = await until(() => answers(urlOf(cluster, 'postgres')), 20_000)
  if (!isUp) throw new Error('it does not answer')
  const own: PrivatePostgres = {
    stopAtOnce: async () => {
      const stop = ['stop', '-m', 'immediate', '-D', data]
      const pgCtl = startChild(join(bin, 'pg_ctl'), stop, {
        stdio: 'ignore',
        cwd: folder,
        ...owner,
      })
      await Promise.all([waitForExit(pgCtl), waitForExit(server)])
    },
    startAgain: () => {
      server = start()
    },
    program: (program) => join(bin, program),
  }
  return { ...cluster, own, close: () => endChild(server, 'SIGINT', 10_000) }
}

/** PostgreSQL and PgBouncer refuse to run as root: they run as `postgres`, else as `nobody`. */
export function plainUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  const found = ['postgres', 'nobody'].flatMap(
    (name) => users.find((line) => line.startsWith(`${name}:`)) ?? [],
  )
  const [, , uid, gid] = found[0]?.split(':') ?? []
  if (uid === undefined) throw new Error('there is no user but root to run it')
  return { uid: Number(uid), gid: Number(gid) }
}

async function findRunning(): Promise<Cluster | undefined> {
  const url = process.env['DATABASE_URL'] ?? fallback
  if (!(await answers(url))) return undefined
  const { hostname: host, port, username } = new URL(url)
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(host)) return undefined
  const name = `the PostgreSQL on port ${port || 5432} (a private one could not be started)`
  return { name, host, port: Number(port || 5432), user: username, close: async () => {} }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** The URL of a database on a cluster, optionally through another port. */
export function urlOf(cluster: Omit<Cluster, 'close'>, database: string, port = cluster.port) {
  return `postgres://${cluster.user}@${cluster.host}:${port}/${database}`
}

/** Creates an empty database; drops an existing one. */
export async function createDatabase(cluster: Cluster, name: string): Promise<void> {
  await administer(cluster, `drop database if exists ${name} with (force)`)
  await administer(cluster, `create database ${name}`)
}

export async function dropDatabase(cluster: Cluster, name: string): Promise<void> {
  await administer(cluster, `drop database if exists ${name} with (force)`)
}

async function administer(cluster: Cluster, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(cluster, 'postgres') })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
