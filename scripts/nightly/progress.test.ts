import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseParts, progressFile, readProgress, runPart } from './progress.mjs'
import { record, startReport } from '../test-report.mjs'

let folder = ''
const home = process.cwd()

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prizm-night-'))
  process.chdir(folder)
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
})
afterEach(() => {
  process.chdir(home)
  rmSync(folder, { recursive: true })
  vi.restoreAllMocks()
})

const counts = (passed: number, failed = 0) => ({ counts: { passed, failed, skipped: 0 } })

test('a part that passed is not repeated by the next run at the same commit', async () => {
  const first = startReport()
  const progress = { commit: 'abc1234', parts: {} }
  await runPart(first, progress, 'crawl', async () => record(first, 'crawl', 60_000, counts(5)))
  await runPart(first, progress, 'lab', async () => record(first, 'lab', 9000, counts(0, 1)))
  const second = startReport()
  const read = readProgress(progressFile, 'abc1234', () => [])
  const ran: string[] = []
  for (const part of ['crawl', 'lab']) {
    // oxlint-disable-next-line no-await-in-loop
    await runPart(second, read, part, async () => {
      ran.push(part)
      record(second, part, 8000, counts(1))
    })
  }
  expect(ran).toEqual(['lab'])
  expect(second.counts).toEqual({ passed: 6, failed: 0, skipped: 0 })
  expect(second.steps.map(({ name, ms }) => [name, ms])).toEqual([
    ['crawl', 60_000],
    ['lab', 8000],
  ])
})

test('a part that was stopped before its first step is not noted', async () => {
  const report = startReport()
  const progress = { commit: 'abc1234', parts: {} }
  await runPart(report, progress, 'crawl', async () => record(report, 'crawl', 1, counts(1)))
  await runPart(report, progress, 'lab', async () => undefined)
  expect(JSON.parse(readFileSync(progressFile, 'utf8')).parts).toEqual({
    crawl: {
      commit: 'abc1234',
      steps: [{ name: 'crawl', ms: 1, passed: 1, failed: 0, skipped: 0 }],
    },
  })
})

test('a run does the named parts in their order, or all; an unknown name is refused', () => {
  const all = ['checks', 'crawl', 'lab']
  expect(chooseParts(undefined, all)).toEqual(all)
  expect(chooseParts('lab, checks', all)).toEqual(['checks', 'lab'])
  const sentence = 'There is no part "labs". The parts are: checks, crawl, lab'
  expect(() => chooseParts('labs', all)).toThrow(sentence)
})

const ofBrowser = ['browser tests', 'shared parts', 'crawl']

test.each<[string, string[]]>([
  ['features/edi/rules.ts', []],
  ['package.json', []],
  ['scripts/test.mjs', []],
  ['features/edi/ui/EdiImportDialog.tsx', ['lab']],
  ['platform/ui/menu/Menu.tsx', ['lab']],
  ['app/frame/Shell.tsx', ['lab']],
  ['scripts/bundle/merge-files.ts', ['lab']],
  ['vite.config.ts', ['lab']],
  ['vite.server.config.ts', []],
  ['features/edi/rules.test.ts', [...ofBrowser, 'lab', 'benchmarks']],
  ['docs/rules.md', [...ofBrowser, 'lab', 'benchmarks']],
  ['features/edi/ui/EdiImportDialog.spec.ts', ['shared parts', 'crawl', 'lab', 'benchmarks']],
  ['scripts/nightly/progress.mjs', [...ofBrowser, 'lab', 'benchmarks']],
  ['e2e/screens/keys.spec.ts', ['lab', 'benchmarks']],
  ['e2e/crawl/restored-list-settings.spec.ts', ['browser tests', 'lab', 'benchmarks']],
  ['lab/run.ts', [...ofBrowser, 'benchmarks']],
  ['bench/run.ts', [...ofBrowser, 'lab']],
])('after a change of %s the parts %j need not be repeated', (path, valid) => {
  const names = ['checks', 'unit and API tests', ...ofBrowser, 'lab', 'benchmarks']
  const parts = Object.fromEntries(names.map((name) => [name, { commit: 'abc1234', steps: [] }]))
  writeFileSync('night.json', JSON.stringify({ commit: 'abc1234', parts }))
  const changed = (commit: string) => (commit === 'abc1234' ? [path] : [])
  const progress = readProgress('night.json', 'def5678', changed)
  expect([progress.commit, Object.keys(progress.parts)]).toEqual(['def5678', valid])
})
