import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeAtEnd } from './child-processes.ts'
import { sleep } from './wait-until.ts'

export type Clocks = ReturnType<typeof clocksOf>

/** Simulated clocks, set by writing files that the nodes read many times a second. */
export function clocksOf(names: readonly string[]) {
  const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'prizm-clocks-')))
  const fileOf = (name: string) => join(folder, name)
  for (const name of names) writeFileSync(fileOf(name), '0')
  const move = async (name: string, ms: number) => {
    writeFileSync(fileOf(name), String(ms))
    await sleep(150)
  }
  const envOf = (name: string) => ({ LAB_CLOCK_FILE: fileOf(name) })
  return { envOf, move }
}

/** Turns the node's clock check off, so that it keeps writing with a wrong clock. */
export const withoutClockCheck = (env: Record<string, string>) => ({ ...env, NODE_CHECK: 'off' })
