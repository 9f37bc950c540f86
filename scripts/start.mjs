import { run, runTogether, wasStopped } from './children.mjs'
import { build, install } from './fresh.mjs'

/**
 * Installs and builds what is missing, then serves until told to end. PRIZM_START tells the server
 * that a newcomer is watching: it says where to point the browser and how to sign in.
 */
export async function start() {
  const code = (await install()) || (await build())
  if (code !== 0 || wasStopped()) return code
  return run(process.execPath, ['dist/server/server.js'], {
    DEMO_DATA: process.env.DEMO_DATA || 'auto',
    PRIZM_START: '1',
  })
}

/** Serves the sources: the server restarts and the screens reload where a file changes. */
export async function watch() {
  const code = await install()
  if (code !== 0 || wasStopped()) return code
  const tsx = ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'app/server.ts']
  const vite = ['node_modules/vite/bin/vite.js', '--clearScreen', 'false']
  return runTogether([
    [process.execPath, tsx],
    [process.execPath, vite],
  ])
}
