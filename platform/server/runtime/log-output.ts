import { pino } from 'pino'

/** The bytes of lines that wait for the reader of the log. */
const maxWaiting = 4 * 1024 * 1024
/** How often the last lines are tried when the program ends, 100 milliseconds apart. */
const lastTries = 10

/** Writes lines, and calls `onLost` with the number of lines that were lost, if there are any. */
export type LogOutput = { write(line: string): void; onLost(report: (lines: number) => void): void }

/**
 * Standard output for the log. If its reader stands still, lines of 4 MiB wait, further ones are
 * lost, and the number of those is reported when the reader goes on. The synchronous output that
 * pino has by default would stop the whole program until then, and a signal could not end it. When
 * the program ends, the last lines have one second.
 */
export function createLogOutput(): LogOutput {
  // The first use makes a pipe non-blocking; a write to a blocking one could not be given up.
  const { fd } = process.stdout
  let triesLeft = Infinity
  const retryEAGAIN = () => triesLeft-- > 0
  const output = pino.destination({ dest: fd, sync: false, maxLength: maxWaiting, retryEAGAIN })
  const flush = output.flushSync.bind(output)
  output.flushSync = () => {
    triesLeft = lastTries
    try {
      flush()
    } catch {
      // Nobody reads the last lines.
    }
    triesLeft = Infinity
  }
  return {
    write: (line) => void output.write(line),
    onLost: (report) => {
      let lost = 0
      output.on('drop', () => void (lost += 1))
      output.on('drain', () => {
        if (lost === 0) return
        const lines = lost
        lost = 0
        report(lines)
      })
    },
  }
}
