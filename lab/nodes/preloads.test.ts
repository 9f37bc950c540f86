import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

function run(preload: string, program: string, env: Record<string, string> = {}) {
  const file = pathToFileURL(join(import.meta.dirname, '../preloads', preload)).href
  const args = ['--import', file, '--input-type=module', '--eval', program]
  return spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, ...env } })
}

test('a frozen clock stays at one millisecond, while timers keep running', () => {
  const program = `
    const first = Date.now()
    await new Promise((resolve) => setTimeout(resolve, 20))
    console.log(first, Date.now(), new Date().getTime(), new Date(5).getTime())`
  const { stdout } = run('frozen-clock.mjs', program, { LAB_FROZEN_AT: '1700000000000' })
  expect(stdout.trim()).toBe('1700000000000 1700000000000 1700000000000 5')
})

test('a moved clock has the offset in its file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'prizm-clock-')), 'offset')
  writeFileSync(file, '3600000')
  const program = 'console.log(Date.now() - performance.timeOrigin > 3_590_000, new Date(5) - 0)'
  const { stdout } = run('moved-clock.mjs', program, { LAB_CLOCK_FILE: file })
  expect(stdout.trim()).toBe('true 5')
})

test('a polluted prototype is reported, a clean one is not', () => {
  const wait = 'await new Promise((resolve) => setTimeout(resolve, 150))'
  const polluted = run('prototype-watch.mjs', `Object.prototype.role = 'admin'; ${wait}`)
  expect(polluted.stderr).toBe('prototype polluted: role\n')
  expect(run('prototype-watch.mjs', wait).stderr).toBe('')
})
