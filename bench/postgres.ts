import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '#platform/server/database/db.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { withCpu } from './cpu-time.ts'
import { type Speed, speedOf } from './figures.ts'

const server = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export type BenchDatabase = { name: string; url: string; pool: pg.Pool; drop(): Promise<void> }

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** A fresh, migrated database on the cluster; `drop` deletes it. */
export async function createDatabase(purpose: string): Promise<BenchDatabase> {
  const name = `prizm_bench_${purpose}_${process.pid}`
  await administer(`drop database if exists ${name} with (force)`)
  await administer(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const opened = await openDatabase({ DATABASE_URL: url.href, POOL_SIZE: 4 })
  await migrate(opened.pool)
  await opened.close()
  const pool = new pg.Pool({ connectionString: url.href, max: 4 })
  pool.on('error', () => {})
  const drop = async () => {
    await pool.end()
    await administer(`drop database if exists ${name} with (force)`)
  }
  return { name, url: url.href, pool, drop }
}

/**
 * Runs a script with pgbench and prepared statements, logging each transaction for the percentiles.
 * Throws when a transaction failed, since the baseline would be meaningless.
 */
export async function pgbench(
  { name, url }: BenchDatabase,
  script: string,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Speed> {
  const folder = mkdtempSync(join(tmpdir(), 'prizm-bench-'))
  try {
    const file = join(folder, 'script.sql')
    writeFileSync(file, script)
    const how = ['-n', '-M', 'prepared', '-c', String(clients), '-j', clients > 8 ? '2' : '1']
    const log = ['--log', `--log-prefix=${join(folder, 'times')}`]
    const args = [...how, '-T', String(seconds), ...log, '-f', file, url]
    const { cpu } = await withCpu({ program: undefined, database: name }, () => run(args))
    // Each line: client, transaction, time in microseconds, and more.
    const times = readdirSync(folder)
      .filter((entry) => entry.startsWith('times'))
      .flatMap((entry) => readFileSync(join(folder, entry), 'utf8').trim().split('\n'))
      .map((line) => Number(line.split(' ')[2]) / 1000)
    return { ...speedOf(times, seconds), cpuMs: [0, (1000 * cpu.database) / times.length] }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function run(args: string[]): Promise<object> {
  return new Promise((resolve, reject) => {
    const child = spawn('pgbench', args, { stdio: ['ignore', 'ignore', 'pipe'] })
    let errorOutput = ''
    child.stderr.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()))
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve({}) : reject(new Error(`pgbench: ${errorOutput}`)),
    )
  })
}
