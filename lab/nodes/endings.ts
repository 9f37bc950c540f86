import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { rmSync } from 'node:fs'

// Tracks the processes and folders of the lab, so that all are removed however it ends.

const children = new Map<ChildProcess, NodeJS.Signals>()
const folders = new Set<string>()

type StartOptions = SpawnOptions & {
  /** What ends it at once together with what it started itself; `SIGKILL` unless said. */
  lastSignal?: NodeJS.Signals
}

/** Starts a program that does not outlive the lab. */
export function startChild(file: string, args: string[], options: StartOptions): ChildProcess {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  children.set(child, options.lastSignal ?? 'SIGKILL')
  child.once('exit', () => children.delete(child))
  child.once('error', () => children.delete(child))
  return child
}

/** Resolves when a program is gone; at once where it is gone already. */
export function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

/** Asks a program to end, and ends it for good where it has not after a while. */
export async function endChild(child: ChildProcess, signal: NodeJS.Signals, withinMs: number) {
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs)
  await ended(child)
  clearTimeout(timer)
}

/** Has a folder removed when the lab ends. */
export function removeAtEnd(folder: string): string {
  folders.add(folder)
  return folder
}

/** A program that was just ended may still be writing: the folder is tried again for a while. */
const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }

/** Ends every program that was started and removes every folder that was made. */
export function endEverything(): void {
  for (const [child, signal] of children) child.kill(signal)
  for (const folder of folders) rmSync(folder, removal)
  children.clear()
  folders.clear()
}

/** Leaves nothing behind, also where the lab itself is interrupted or fails. */
export function endWithTheLab(): void {
  process.on('exit', endEverything)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => process.exit(130))
  }
}
