import { expect, test } from 'vitest'
import { emptyDatabase, testDatabase } from '#app/testing.ts'
import { type Context, inTransaction, rows } from '../database/db.ts'
import { createLog } from '../runtime/log.ts'
import { createBackgroundWork } from './background-work.ts'

// What follows a request neither delays nor fails it.

function workWithLog(limits?: { maxWaiting?: number; maxBytes?: number }) {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const work = createBackgroundWork(log, limits)
  const logged = () =>
    lines.map((line) => {
      const { level, job, reason, msg, err } = JSON.parse(line)
      return { level, job, reason, msg, message: err?.message }
    })
  return { work, logged }
}

test('one piece runs after the other, and nobody waits for them', async () => {
  const { work, logged } = workWithLog()
  const steps: string[] = []
  const step = (name: string) => async () => {
    steps.push(`${name} begins`)
    await new Promise((resolve) => setImmediate(resolve))
    steps.push(`${name} ends`)
  }
  work.run('one', step('one'))
  work.run('two', step('two'))
  expect(steps).toEqual([])
  await work.finish()
  expect(steps).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
  expect(logged()).toEqual([])
})

test('a piece that fails is logged, and the next one runs', async () => {
  const { work, logged } = workWithLog()
  const done: string[] = []
  work.run('bad', () => Promise.reject(new Error('a bug')))
  work.run('good', async () => void done.push('good'))
  await work.finish()
  expect(done).toEqual(['good'])
  const warning = { level: 40, job: 'bad', msg: 'job failed' }
  expect(logged()).toEqual([{ ...warning, reason: undefined, message: 'a bug' }])
})

test('a piece beyond the limit is logged and not run', async () => {
  const { work, logged } = workWithLog({ maxWaiting: 1 })
  const done: string[] = []
  const note = (name: string) => async () => void done.push(name)
  work.run('one', note('one'))
  work.run('two', note('two'))
  await work.finish()
  work.run('three', note('three'))
  await work.finish()
  expect(done).toEqual(['one', 'three'])
  const warning = { level: 40, job: 'two', msg: 'job failed', message: undefined }
  expect(logged()).toEqual([{ ...warning, reason: '1 others wait, with 0 bytes' }])
})

test('a piece that would hold too much memory is logged and not run', async () => {
  const { work, logged } = workWithLog({ maxBytes: 100 })
  const done: string[] = []
  const run = (name: string, bytes?: number) =>
    work.run(name, async () => void done.push(name), bytes)
  run('one', 60)
  run('two', 41)
  run('three', 40)
  run('four')
  await work.finish()
  run('five', 100)
  await work.finish()
  expect(done).toEqual(['one', 'three', 'four', 'five'])
  const warning = { level: 40, job: 'two', msg: 'job failed', message: undefined }
  expect(logged()).toEqual([{ ...warning, reason: '1 others wait, with 60 bytes' }])
})

test('the memory of a piece that failed is free again', async () => {
  const { work } = workWithLog({ maxBytes: 100 })
  const done: string[] = []
  work.run('bad', () => Promise.reject(new Error('a bug')), 100)
  await work.finish()
  work.run('good', async () => void done.push('good'), 100)
  await work.finish()
  expect(done).toEqual(['good'])
})

test('work that was started in a transaction runs outside it, after the commit', async () => {
  const database = await testDatabase()
  await emptyDatabase(database)
  const now = new Date('2026-03-02T15:00:00Z')
  const ctx: Context = { db: database.db, user: undefined, now, requestId: 'r', channel: 'test' }
  const { work, logged } = workWithLog()
  const read = { name: 'read_one', text: 'select 1 as one' }
  const found: unknown[] = []
  const run = (isRefused: boolean) =>
    inTransaction(ctx, (outer) =>
      inTransaction(outer, async (inner) => {
        inner.afterCommit?.push(() =>
          work.run('read', async () => void found.push(...(await rows(ctx.db, read)))),
        )
        expect(await rows(inner.db, read)).toEqual([{ one: 1 }])
        expect(found).toEqual([])
        if (isRefused) throw new Error('the act failed')
      }),
    )
  await run(false)
  await work.finish()
  expect([found, logged()]).toEqual([[{ one: 1 }], []])
  found.length = 0
  await expect(run(true)).rejects.toThrow('the act failed')
  await work.finish()
  expect(found).toEqual([])
})
