import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { projectRoot } from './config.ts'

/** Starts the program from source with these settings and collects its output. */
export function spawnProgram(settings: Record<string, string>) {
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', 'app/server.ts'], {
    cwd: projectRoot,
    env: { ...inherited, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { text: '', errors: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output.text += chunk.toString()))
  }
  child.stderr.on('data', (chunk: Buffer) => (output.errors += chunk.toString()))
  // Its output is complete only after `close`.
  return { child, told: output, ended: once(child, 'close') }
}
