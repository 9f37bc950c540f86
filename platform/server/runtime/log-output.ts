import { write, writeSync } from 'node:fs'

/** The most bytes of lines that wait for the reader of the log. */
const maxWaiting = 4 * 1024 * 1024
/** The time between two tries, in milliseconds. */
const betweenTriesMs = 100
/** How often the last lines are tried when the program ends. */
const lastTries = 10

/** The output of the log. */
export type LogOutput = {
  write(line: string): void
  /** Calls this with the number of lines that were lost, once lines are read again. */
  onLost(report: (lines: number) => void): void
}

let ofProcess: LogOutput | undefined

/**
 * Standard output for the log. If its reader stands still, or a disk is full, lines of 4 MiB wait
 * and are tried again; further ones are lost, and the number of those is reported later. When the
 * program ends, the last lines have one second.
 *
 * This is not pino's own output, which waits for a reader on the main thread and tries a full disk
 * for ever when the program ends: then requests wait as well, and a signal does not end it.
 */
export function logOutput(): LogOutput {
  // The first use of the stream makes a pipe non-blocking.
  const { stdout } = process
  // In a thread the stream has no descriptor.
  ofProcess ??= createLogOutput('fd' in stdout ? stdout.fd : 1)
  return ofProcess
}

function createLogOutput(fd: number): LogOutput {
  const state = { lines: [] as string[], part: Buffer.alloc(0), bytes: 0, lost: 0 }
  let phase: 'idle' | 'writing' | 'waiting' | 'closed' = 'idle'
  let report: (lines: number) => void = () => undefined
  const writeNext = () => {
    if (state.part.length === 0) takePart(state)
    if (state.part.length > 0) {
      phase = 'writing'
      write(fd, state.part, onWritten)
      return
    }
    phase = 'idle'
    const { lost } = state
    state.lost = 0
    if (lost > 0) report(lost)
  }
  const onWritten = (error: NodeJS.ErrnoException | null, written: number) => {
    if (error?.code === 'EPIPE') {
      phase = 'closed'
    } else if (error) {
      phase = 'waiting'
      setTimeout(writeNext, betweenTriesMs).unref()
    } else {
      state.part = state.part.subarray(written)
      state.bytes -= written
      writeNext()
    }
  }
  process.once('exit', () => {
    if (phase === 'closed') return
    // What is being written is written before the process ends.
    if (phase !== 'writing') writeLast(fd, state.part)
    writeLast(fd, takePart(state))
  })
  return {
    write: (line) => {
      const bytes = Buffer.byteLength(line)
      if (state.bytes + bytes > maxWaiting) state.lost += 1
      else if (phase !== 'closed') {
        state.lines.push(line)
        state.bytes += bytes
        if (phase === 'idle') writeNext()
      }
    },
    onLost: (callback) => {
      report = callback
    },
  }
}

/** Makes the lines that wait the next part to write, and returns it. */
function takePart(state: { lines: string[]; part: Buffer }): Buffer {
  state.part = Buffer.from(state.lines.join(''))
  state.lines = []
  return state.part
}

/** Writes on the main thread, for at most a second if nobody reads. */
function writeLast(fd: number, bytes: Buffer): void {
  let rest = bytes
  for (let tries = 0; rest.length > 0 && tries < lastTries;) {
    try {
      rest = rest.subarray(writeSync(fd, rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      tries += 1
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, betweenTriesMs)
    }
  }
}
