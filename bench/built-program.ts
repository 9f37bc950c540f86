import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

const startLimitMs = 60_000
const between = 10

/** The built program, running as in production. */
export type Product = {
  port: number
  pid: number | undefined
  /** The session of the account that it signs up: the administrator of an empty database. */
  cookie: string
  /** From the start of the process to its first answer. */
  startedInSeconds: number
  residentMegabytes(): number
  stop(): Promise<void>
}

type StartOptions = {
  command?: 'node' | 'npm run serve'
  /** The folder of the build that is started; by default this one. */
  root?: string | undefined
}

/** Starts `dist/server/server.js` with some settings and signs the first account up or in. */
export async function startProduct(
  env: Record<string, string>,
  { command = 'node', root }: StartOptions = {},
): Promise<Product> {
  const port = await freePort()
  const began = performance.now()
  const [file, args] =
    command === 'node'
      ? [process.execPath, ['--max-semi-space-size=8', ...profiling(), 'dist/server/server.js']]
      : ['npm', ['run', '--silent', 'serve']]
  const child = spawn(file, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...withoutDatabase(), LOG_LEVEL: 'warn', DEMO_DATA: 'none', PORT: String(port), ...env },
  })
  await firstAnswer(child, port)
  const startedInSeconds = (performance.now() - began) / 1000
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
    // npm exits before the program it started, so wait until the lock file is gone.
    const lock = join(env['DATA_DIR'] ?? '', 'database.lock')
    while (env['DATA_DIR'] && existsSync(lock)) await pause()
  }
  const residentMegabytes = () => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
  }
  return {
    port,
    pid: child.pid,
    cookie: await signIn(port),
    startedInSeconds,
    residentMegabytes,
    stop,
  }
}

/**
 * The seconds from `npm run serve` of a bare server with the same libraries to its first answer.
 * When they are returned, it has ended.
 */
export async function timeBareServer(env: Record<string, string>): Promise<number> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn('npm', ['run', '--silent', 'serve'], {
    cwd: join(import.meta.dirname, 'bare-server'),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...withoutDatabase(), PORT: String(port), ...env },
  })
  await firstAnswer(child, port)
  const seconds = (performance.now() - began) / 1000
  // npm exits before the server, which also has its output open.
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.stdout?.resume()
  child.kill('SIGTERM')
  await closed
  return seconds
}

/** With `BENCH_PROFILE=folder` the program writes a CPU profile when it stops. */
function profiling(): string[] {
  const folder = process.env['BENCH_PROFILE']
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
}

function withoutDatabase(): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, ...rest } = process.env
  return rest
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

async function firstAnswer(child: ChildProcess, port: number): Promise<void> {
  const until = performance.now() + startLimitMs
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error('The server ended instead of starting')
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await pause()
  }
  throw new Error('The server did not start within a minute')
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, between))
}

const account = { username: 'bench', email: 'bench@example.com', password: 'a long bench password' }

async function signIn(port: number): Promise<string> {
  const post = (path: string, body: object) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const registered = await post('/api/register', account)
  const { username, password } = account
  const answer = registered.ok ? registered : await post('/api/login', { username, password })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  if (!cookie) throw new Error(`Nobody could sign in: ${answer.status} ${await answer.text()}`)
  return cookie
}
