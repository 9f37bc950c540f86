import type { ChildProcess } from 'node:child_process'
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '#platform/server/runtime/config.ts'
import { endChild, waitForExit, startChild } from './child-processes.ts'
import { type Answer, type HttpRequest, call } from './http.ts'
import { freePort } from './ports.ts'

export type NodeSettings = {
  name: string
  env: Record<string, string>
  /** A file of `lab/preloads` that the node runs before anything else. */
  preload?: string | undefined
  /** A command with arguments that runs the node in an environment of its own. */
  within?: readonly string[]
  /** The folder of the build that it runs; default this build. */
  root?: string | undefined
  /** The log file of the node's output. */
  logFile: string
}

const startWithinMs = 30_000
const errorLevel = 50

/** A running app: the built server as a separate process on a fixed port. */
export class AppNode {
  readonly name: string
  readonly port: number
  /** Log lines of level error and above, and whatever was written to standard error. */
  readonly errors: string[] = []
  startedAt = 0
  #settings: NodeSettings
  #child: ChildProcess | undefined

  private constructor(settings: NodeSettings, port: number) {
    this.name = settings.name
    this.port = port
    this.#settings = settings
  }

  /** The setup token for the first account if the node is reached through a proxy. */
  setupToken: string | undefined

  /** Starts a node; resolves when it reports that it is ready. */
  static async start(settings: NodeSettings): Promise<AppNode> {
    mkdirSync(dirname(settings.logFile), { recursive: true })
    const node = new AppNode(settings, await freePort())
    await node.restart()
    return node
  }

  /** Starts it again on the same port. */
  restart(): Promise<void> {
    const { env, preload, within = [], root = projectRoot } = this.#settings
    const preloads = preload ? ['--import', preloadOf(preload)] : []
    const usual = { DEMO_DATA: 'none', SIGN_UP: 'open', SHUTDOWN_DELAY: '0' }
    const own = { HOST: '127.0.0.1', PORT: String(this.port), ...usual }
    const node = [...within, process.execPath, ...preloads, 'dist/server/server.js']
    const [program = '', ...args] = node
    const child = startChild(program, args, {
      cwd: root,
      env: { PATH: process.env['PATH'] ?? '', ...own, ...env },
    })
    this.#child = child
    this.startedAt = performance.now()
    return new Promise((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`Node ${this.name} ${why}`))
      const timer = setTimeout(() => fail('did not start in time'), startWithinMs)
      // Its output is complete only after `close`.
      child.once('close', () => fail(`ended while starting: ${this.errors.at(-1) ?? ''}`))
      this.#read(child.stdout, (line) => {
        this.setupToken ??= /^Setup token .*: (\w+)$/.exec(line)?.[1]
        if (line.startsWith('Prizm is ready')) {
          clearTimeout(timer)
          resolve()
        } else if (levelOf(line) >= errorLevel) this.errors.push(line)
      })
      this.#read(child.stderr, (line) => this.errors.push(line))
    })
  }

  /** The process id while it runs; undefined once it has exited. */
  get pid(): number | undefined {
    const { pid, exitCode, signalCode } = this.#child ?? {}
    return exitCode === null && signalCode === null ? pid : undefined
  }

  /** `kill -9`, without cleanup. Resolves when the process is dead. */
  async kill(): Promise<void> {
    const child = this.#child as ChildProcess
    child.kill('SIGKILL')
    await waitForExit(child)
  }

  /** Stops it gracefully, as an operator would. Returns its exit code; null if it was killed. */
  async stop(): Promise<number | null> {
    if (this.#child) await endChild(this.#child, 'SIGTERM', 12_000)
    return this.#child?.exitCode ?? null
  }

  call(request: HttpRequest): Promise<Answer> {
    return call(this.port, request)
  }

  #read(stream: Readable | null, use: (line: string) => void): void {
    if (!stream) return
    createInterface({ input: stream }).on('line', (line) => {
      appendFileSync(this.#settings.logFile, `${line}\n`)
      use(line)
    })
  }
}

function preloadOf(name: string): string {
  return pathToFileURL(join(projectRoot, 'lab/preloads', name)).href
}

/** Each line of the log begins with its level; there is one for each request. */
function levelOf(line: string): number {
  return Number(/^\{"level":(\d+),/.exec(line)?.[1] ?? 0)
}
