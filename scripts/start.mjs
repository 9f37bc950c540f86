import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { run, runTogether, wasStopped } from './children.mjs'
import { build, install } from './install-and-build.mjs'

/**
 * Installs and builds what is missing, then serves until stopped. PRIZM_START tells the server to
 * print the URL and how to sign in. Without WMS_URL, the warehouse simulator runs beside it and
 * ends with it.
 */
export async function start() {
  const code = (await install()) || (await build())
  if (code !== 0 || wasStopped()) return code
  // A line for each request would hide the address and the passwords that the start prints.
  const LOG_LEVEL = process.env.LOG_LEVEL || 'warn'
  const demo = { DEMO_DATA: process.env.DEMO_DATA || 'auto', LOG_LEVEL, PRIZM_START: '1' }
  // As `npm run serve`: half of the default young generation, which saves 15 MB at rest.
  const server = ['--max-semi-space-size=8', 'dist/server/server.js']
  if (process.env.WMS_URL) return run(process.execPath, server, demo)
  const { simulator, app } = await warehouse()
  return runTogether([
    [process.execPath, server, { ...demo, ...app }],
    [process.execPath, ['dist/server/wms-simulator.js'], simulator],
  ])
}

/** Settings that connect the simulator and the app, with secrets for this start only. */
async function warehouse() {
  const { HOST, PORT = '3000', DATA_DIR = './data' } = process.env
  const port = await freePort()
  const shared = {
    WMS_TOKEN: randomBytes(24).toString('base64url'),
    WMS_WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
  }
  const host = !HOST || HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
  return {
    app: { ...shared, WMS_URL: `http://127.0.0.1:${port}` },
    simulator: {
      ...shared,
      WMS_SIMULATOR_PORT: String(port),
      WMS_SIMULATOR_STATE: `${DATA_DIR}/wms-simulator.json`,
      WMS_SIMULATOR_WEBHOOK_URL: `http://${host}:${PORT}/api/wms/webhook`,
    },
  }
}

/** The default port of the simulator, or a free one if it is in use. */
async function freePort() {
  const usual = Number(process.env.WMS_SIMULATOR_PORT || 3999)
  return (await canListen(usual)) ?? (await canListen(0))
}

function canListen(port) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(undefined))
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address.port))
    })
  })
}

/** Development mode: the server restarts and the screens reload on file changes. */
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
