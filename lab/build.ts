import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#platform/server/config.ts'

const sources = ['app', 'features', 'platform', 'package-lock.json', 'vite.server.config.ts']

/** The built server, as production runs it. */
export const builtServer = join(projectRoot, 'dist/server/server.js')

/** Builds the server where the build is missing or older than what it is made of. */
export function buildServer(): void {
  const built = existsSync(builtServer) ? statSync(builtServer).mtimeMs : 0
  if (Math.max(...sources.map((name) => newest(join(projectRoot, name)))) < built) return
  const vite = join(projectRoot, 'node_modules/vite/bin/vite.js')
  const args = [vite, 'build', '--config', 'vite.server.config.ts', '--logLevel', 'warn']
  const made = spawnSync(process.execPath, args, { cwd: projectRoot, stdio: 'inherit' })
  if (made.status !== 0) throw new Error('The server could not be built')
}

function newest(path: string): number {
  if (!existsSync(path)) return 0
  const found = statSync(path)
  if (!found.isDirectory()) return found.mtimeMs
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}
