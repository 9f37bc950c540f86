import { existsSync, readdirSync, readFileSync } from 'node:fs'

const sampleMs = 100
const ticksPerSecond = 100

/** The processor seconds that a process and the database's backends spent on some work. */
export type CpuTime = { program: number; database: number }

/**
 * Runs some work and measures the CPU time it used, which is steadier than elapsed time on a busy
 * machine. Backends are found by the database name in their process titles and sampled while the
 * work runs, because they may have exited by the end. Without `/proc` all figures are 0.
 */
export async function withCpu<R>(
  processes: { program: number | undefined; database: string },
  work: () => Promise<R>,
): Promise<R & { cpu: CpuTime }> {
  const before = new Map<number, number>()
  const last = new Map<number, number>()
  const look = () => {
    for (const pid of backendsOf(processes.database)) {
      const spent = secondsOf(pid)
      last.set(pid, spent)
      if (!before.has(pid)) before.set(pid, isFirst ? spent : 0)
    }
  }
  let isFirst = true
  const program = secondsOf(processes.program)
  look()
  isFirst = false
  const timer = setInterval(look, sampleMs)
  const result = await work()
  clearInterval(timer)
  look()
  const database = [...last].reduce((sum, [pid, spent]) => sum + spent - (before.get(pid) ?? 0), 0)
  return { ...result, cpu: { program: secondsOf(processes.program) - program, database } }
}

function backendsOf(database: string): number[] {
  if (!existsSync('/proc/self/stat')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => titleOf(pid).includes(` ${database} `))
}

function titleOf(pid: number): string {
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, 'latin1')
    return title.startsWith('postgres:') ? title : ''
  } catch {
    return ''
  }
}

function secondsOf(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  } catch {
    return 0
  }
}
