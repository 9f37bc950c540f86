import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { projectRoot } from './config.ts'

const lines = 40_000

/** A program that logs more than a pipe and the waiting lines hold, and ends on SIGTERM. */
const program = `
  import { createLog } from '#platform/server/runtime/log.ts'
  const log = createLog('info')
  process.on('SIGTERM', () => process.exit(0))
  setInterval(() => {}, 1000)
  for (let n = 1; n <= ${lines}; n += 1) {
    log.info({ n, text: 'x'.repeat(200) }, 'a line')
    if (n % 100 === 0) await new Promise((next) => setImmediate(next))
  }
  process.stderr.write('all logged')
`

type Child = ChildProcessByStdio<null, Readable | null, Readable>

function startProgram(output: 'pipe' | number = 'pipe'): Child {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program]
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    stdio: ['ignore', output, 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child as Child
}

async function allLogged(child: Child): Promise<void> {
  let text = ''
  for await (const chunk of child.stderr) {
    text += String(chunk)
    if (text.includes('all logged')) return
  }
  throw new Error(`the program ended: ${text}`)
}

test('a reader of the log that stands still stops neither the program nor its end', async () => {
  const child = startProgram()
  await allLogged(child)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
}, 60_000)

test('a reader that goes on gets the lines that waited, and the number of those lost', async () => {
  const child = startProgram()
  await allLogged(child)
  let text = ''
  child.stdout?.on('data', (chunk) => void (text += String(chunk)))
  await expect
    .poll(() => text.includes('they could not be written'), { timeout: 20_000 })
    .toBe(true)
  child.kill('SIGTERM')
  await once(child, 'close')
  const written = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  const numbers = written.flatMap(({ n }) => n ?? [])
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  const last = written.at(-1)
  expect(last).toMatchObject({
    level: 40,
    msg: 'lines of the log were lost: they could not be written',
  })
  expect(numbers.length).toBeGreaterThan(15_000)
  expect(numbers.length + (last?.lines ?? 0)).toBe(lines)
}, 60_000)

test('a full disk under the log ends neither the program nor stops it', async () => {
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const child = startProgram(full)
  await allLogged(child)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
}, 60_000)

type Line = { n?: number; lines?: number }
