import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { rmSync } from 'node:fs'

// Tracks the processes and folders of the lab, so that all are removed however it ends.

const children = new Map<ChildProcess, NodeJS.Signals>()
const folders = new Set<string>()

type StartOptions = SpawnOptions & {
  /** The signal that ends it immediately with its own children; default `SIGKILL`. */
  lastSignal?: NodeJS.Signals
}

/** Starts a process that does not outlive the lab. */
export function startChild(file: string, args: string[], options: StartOptions): ChildProcess {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  children.set(child, options.lastSignal ?? 'SIGKILL')
  child.once('exit', () => children.delete(child))
  child.once('error', () => children.delete(child))
  return child
}

/** Resolves when a process has exited; at once if it already has. */
export function waitForExit(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

/** Signals a process to exit, and kills it after a timeout. */
export async function endChild(child: ChildProcess, signal: NodeJS.Signals, withinMs: number) {
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs)
  await waitForExit(child)
  clearTimeout(timer)
}

/** Runs a program to completion and returns its milliseconds. Throws its output if it fails. */
export async function runProgram(
  file: string,
  args: string[],
  options: StartOptions = {},
): Promise<number> {
  const start = performance.now()
  const child = startChild(file, args, options)
  let errorOutput = ''
  child.stderr?.on('data', (piece: Buffer) => (errorOutput += String(piece)))
  child.stdout?.resume()
  await waitForExit(child)
  if (child.exitCode !== 0) throw new Error(`${file} failed: ${errorOutput.slice(0, 300)}`)
  return performance.now() - start
}

/** Registers a folder for removal when the lab ends. */
export function removeAtEnd(folder: string): string {
  folders.add(folder)
  return folder
}

/** A process that just ended may still be writing, so the removal is retried for a while. */
const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }

/** Ends every process and removes every folder. */
export function cleanUp(): void {
  for (const [child, signal] of children) child.kill(signal)
  for (const folder of folders) rmSync(folder, removal)
  children.clear()
  folders.clear()
}

/** Cleans up even if the lab is interrupted or fails. */
export function cleanUpOnExit(): void {
  process.on('exit', cleanUp)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => process.exit(130))
  }
}
