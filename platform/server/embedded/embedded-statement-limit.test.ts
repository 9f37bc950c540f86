import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '../runtime/config.ts'
import { embeddedPool } from './embedded.ts'

test('a statement that computes beyond its limit is ended; the database works again', async () => {
  const { pool, close } = await embeddedPool(undefined, {}, 1500)
  onTestFinished(close)
  const endless = 'select count(*) from generate_series(1, 1000000000) a'
  const error = await pool.query(endless).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ name: 'StatementTooLong', code: '57014' })
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

const limitMs = 5000
const countMillion = `(async () => {
  const { embeddedPool } = await import('./platform/server/embedded/embedded.ts')
  const { pool, close } = await embeddedPool(undefined, {}, ${limitMs})
  await pool.query('select 1')
  console.log('started')
  const { rows } = await pool.query('select count(*) from generate_series(1, 1000000) a')
  console.log(rows[0].count)
  await close()
})()`

test('a statement that gets no processor for longer than its limit is not ended', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', '-e', countMillion], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const [started] = (await once(child.stdout, 'data')) as [Buffer]
  child.kill('SIGSTOP')
  await pause(limitMs * 1.2)
  child.kill('SIGCONT')
  const [count] = (await once(child.stdout, 'data')) as [Buffer]
  expect([started.toString(), count.toString()]).toEqual(['started\n', '1000000\n'])
  expect((await exited)[0]).toBe(0)
})
