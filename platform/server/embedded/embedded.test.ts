import { spawnSync } from 'node:child_process'
import { afterEach, expect, test } from 'vitest'
import { projectRoot } from '../runtime/config.ts'
import { embeddedPool } from './embedded.ts'

const limitMs = 1500
let close: (() => Promise<void>) | undefined
afterEach(() => close?.())

async function openPool() {
  const opened = await embeddedPool(undefined, {}, limitMs)
  close = opened.close
  return opened.pool
}

test('a statement that computes beyond its limit is ended; the database works again', async () => {
  const pool = await openPool()
  const endless = 'select count(*) from generate_series(1, 1000000000) a'
  const error = await pool.query(endless).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ name: 'StatementTooLong', code: '57014' })
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

// In a process of its own, because other tests of this process compute meanwhile.
const waitingStatement = `
  import { embeddedPool } from './platform/server/embedded/embedded.ts'
  const { pool, close } = await embeddedPool(undefined, {}, ${limitMs})
  const { rows } = await pool.query("select pg_sleep(${(limitMs * 2) / 1000}), 'done' as state")
  console.log(rows[0].state)
  await close()
`

test('a statement that waits longer than its limit without computing is not ended', () => {
  const options = ['--import', 'tsx', '--input-type=module', '-e', waitingStatement]
  const { stdout, stderr } = spawnSync(process.execPath, options, { cwd: projectRoot })
  expect({ stdout: stdout.toString(), stderr: stderr.toString() }).toEqual({
    stdout: 'done\n',
    stderr: '',
  })
})
