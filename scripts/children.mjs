import { spawn } from 'node:child_process'
import { constants } from 'node:os'

// Child programs are ended when this program is told to end. Each leads its own process group, so
// that Ctrl-C reaches it once, through this program: a second signal would make some of them abort.

const children = new Set()
let isStopping = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

function stop() {
  if (isStopping) return
  isStopping = true
  endAll()
}

function endAll() {
  for (const child of children) child.kill('SIGTERM')
}

/** True once this program was asked to stop: start nothing more. */
export function wasStopped() {
  return isStopping
}

/**
 * Runs a program in this terminal and resolves to its exit code: 128 plus the signal number if a
 * signal ended it, 127 if it could not be started. Its output goes to `hear` if given.
 */
export function run(file, args, env = {}, onOutput) {
  return new Promise((resolve) => {
    const output = onOutput ? 'pipe' : 'inherit'
    const child = spawn(file, args, {
      stdio: ['ignore', output, output],
      env: { ...process.env, ...env },
      detached: process.platform !== 'win32',
    })
    children.add(child)
    child.stdout?.on('data', onOutput)
    child.stderr?.on('data', onOutput)
    child.on('error', (error) => {
      console.error(`${file} could not be started: ${error.message}`)
      children.delete(child)
      resolve(127)
    })
    child.on('close', (code, signal) => {
      children.delete(child)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}

/** Runs several programs until one ends, then ends the others. Resolves to the first's code. */
export async function runTogether(programs) {
  const running = programs.map(([file, args, env]) => run(file, args, env))
  const code = await Promise.race(running)
  endAll()
  await Promise.all(running)
  return code
}

/** Runs an npm command, with the npm that started this program if there is one. */
export function npm(args, onOutput) {
  const own = process.env.npm_execpath
  const [file, all] = own?.endsWith('.js') ? [process.execPath, [own, ...args]] : ['npm', args]
  return run(file, all, {}, onOutput)
}

/** Runs a script of an installed package, such as `vite/bin/vite.js`; `hear` as for `run`. */
export function runInstalled(script, args = [], env = {}, onOutput) {
  return run(process.execPath, [`node_modules/${script}`, ...args], env, onOutput)
}
