import { type ChildProcess, spawn } from 'node:child_process'

export type RunningProgram = {
  url: string
  /** Its output until it was ready. */
  output: string
  child: ChildProcess
  /** Resolves to its exit code. */
  ended: Promise<number | null>
}

/**
 * Starts the built program on a free port, without demo data. Resolves when it is ready; rejects
 * with its exit code and output if it ends first.
 */
export async function startProcess(env: Record<string, string>): Promise<RunningProgram> {
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, ['dist/server/server.js'], {
    env: { ...inherited, PORT: '0', DEMO_DATA: 'none', SHUTDOWN_DELAY: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { ...(await readyOf(child)), child, ended }
}

function readyOf(child: ChildProcess): Promise<Pick<RunningProgram, 'url' | 'output'>> {
  return new Promise((resolve, reject) => {
    let output = ''
    const onData = (chunk: Buffer) => {
      output += chunk.toString()
      const found = /ready at (http:\S+)/.exec(output)
      if (!found?.[1]) return
      // The log of the requests is not needed, but must be read.
      child.stdout?.off('data', onData).resume()
      child.stderr?.off('data', onData).resume()
      resolve({ url: found[1], output })
    }
    child.stdout?.on('data', onData)
    child.stderr?.on('data', onData)
    child.once('close', (code) => reject(new Error(`the program ended with ${code}:\n${output}`)))
  })
}
