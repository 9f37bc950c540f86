import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { projectRoot } from '#platform/server/runtime/config.ts'
import { endChild, startChild } from '../nodes/child-processes.ts'
import type { AttackName, Target } from './attacks.ts'

/**
 * Starts an attack in a separate process; resolves when it has begun. `end` stops it and returns
 * the responses, one summary for each time it was sent.
 */
export async function startAttack(name: AttackName, { port, cookie }: Target) {
  const script = join(projectRoot, 'lab/hostile/run-attack.ts')
  const args = ['--import', 'tsx', script, name, String(port), cookie]
  const child = startChild(process.execPath, args, { cwd: projectRoot })
  // An attacker would have a separate machine, so on this shared one the attack runs at low
  // priority.
  setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW)
  const outputLines: string[] = []
  const errors: string[] = []
  const begun = new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${name} did not begin: ${errors.join(' ')}`)))
    if (!child.stdout || !child.stderr) return reject(new Error('It cannot be heard'))
    createInterface({ input: child.stderr }).on('line', (line) => errors.push(line))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'begun') resolve()
      else outputLines.push(line)
    })
  })
  await begun
  const end = async () => {
    await endChild(child, 'SIGKILL', 5000)
    return outputLines
  }
  return { end }
}
