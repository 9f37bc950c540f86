import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { projectRoot } from '#platform/server/runtime/config.ts'

/** The whole program as a process of its own, which tests stop and start again. */
export type OwnProgram = {
  /** Its address, also after a restart. */
  url: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Creates an account and returns its session cookie. The first account is the administrator. */
  signUp(username: string): Promise<string>
  /** Creates a record as the user of a session. */
  create(path: string, body: object, as: string): Promise<Record<string, unknown>>
}

/** Starts the program from source on a free port, with an embedded database in a new folder. */
export async function startOwnProgram(folder: string): Promise<OwnProgram> {
  mkdirSync(folder, { mode: 0o700 })
  const first = await start(folder, '0')
  const { url } = first
  let child: ChildProcess | undefined = first.child
  const send = async (path: string, body: object, as = '') => {
    const headers = { 'content-type': 'application/json', ...(as && { cookie: as }) }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return answer
  }
  return {
    url,
    start: async () => {
      child = (await start(folder, new URL(url).port)).child
    },
    stop: async () => {
      const running = child
      child = undefined
      if (!running) return
      running.kill('SIGTERM')
      await once(running, 'exit')
    },
    signUp: async (username) => {
      const email = `${username}@example.com`
      const body = { username, email, password: 'seven lime lanterns' }
      const [cookie = ''] = (await send('/api/register', body)).headers.getSetCookie()
      return cookie.split(';', 1).join('')
    },
    create: async (path, body, as) =>
      (await (await send(path, body, as)).json()) as Record<string, unknown>,
  }
}

/** Resolves when the program is ready; rejects with its output if it ends before. */
function start(folder: string, port: string): Promise<{ child: ChildProcess; url: string }> {
  const { DATABASE_URL: _, ...inherited } = process.env
  const settings = { DATA_DIR: folder, HOST: '127.0.0.1', PORT: port, DEMO_DATA: 'none' }
  const child = spawn(process.execPath, ['--import', 'tsx', 'app/server.ts'], {
    cwd: projectRoot,
    env: { ...inherited, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return new Promise((resolve, reject) => {
    let output = ''
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      const url = /ready at (http:\S+)/.exec(output)?.[1]
      if (url) resolve({ child, url })
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', (code) => reject(new Error(`The program ended with ${code}:\n${output}`)))
  })
}
