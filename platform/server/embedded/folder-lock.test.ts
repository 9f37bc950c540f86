import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { projectRoot } from '../runtime/config.ts'
import { lockFolder } from './folder-lock.ts'

let parent: string
let folder: string

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'prizm-lock-'))
  folder = join(parent, 'database')
})
afterEach(() => rmSync(parent, { recursive: true }))

const lockOf = () => JSON.parse(readFileSync(`${folder}.lock`, 'utf8')) as Record<string, unknown>

test('rejects a folder that a running process holds, naming the process', async () => {
  const release = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(
    `DATA_DIR is in use by process ${process.pid} on ${hostname()}: stop it, or choose another`,
  )
  release()
  const again = await lockFolder(folder)
  again()
  expect(existsSync(`${folder}.lock`)).toBe(false)
  expect(readdirSync(parent)).toEqual([])
})

test('of several processes starting at once, one locks the folder', async () => {
  const attempts = await Promise.allSettled([1, 2, 3, 4, 5].map(() => lockFolder(folder)))
  const held = attempts.filter((each) => each.status === 'fulfilled')
  expect(held).toHaveLength(1)
  held[0]?.value()
})

const space = ['--pid', '--fork', '--kill-child', '--mount-proc']
const canUnshare = spawnSync('unshare', [...space, 'true']).status === 0

/** A process in another PID namespace that holds the folder until it is killed. */
async function holderElsewhere(): Promise<ChildProcess> {
  const file = join(projectRoot, 'platform/server/embedded/folder-lock.ts')
  const script = `const { lockFolder } = await import(${JSON.stringify(file)})
    await lockFolder(${JSON.stringify(relative(projectRoot, folder))})
    console.log('held')
    setInterval(() => undefined, 1000)`
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', script]
  const child = spawn('unshare', [...space, ...node], { cwd: projectRoot, stdio: 'pipe' })
  child.stderr.pipe(process.stderr)
  await once(child.stdout, 'data')
  return child
}

test.skipIf(!canUnshare)(
  'a lock holder in another container is detected, and also its end',
  async () => {
    const child = await holderElsewhere()
    // Its PID belongs to its own container; here it may be another process, or none.
    expect(lockOf()['pid']).toBeLessThan(20)
    await expect(lockFolder(folder)).rejects.toThrow('DATA_DIR is in use by process')
    child.kill('SIGKILL')
    await once(child, 'exit')
    // Do not fall back to the heartbeat, which would take an hour here.
    const take = () => lockFolder(folder, { watchedMs: 3_600_000 }).then((release) => release())
    await expect.poll(take, { timeout: 120_000 }).toBeUndefined()
  },
)

test('a holder on another machine is detected by its heartbeat', async () => {
  const elsewhere = { id: 'other', pid: 7, host: 'far-away', boot: 'another', socket: 'none' }
  const write = () => writeFileSync(`${folder}.lock`, JSON.stringify(elsewhere))
  write()
  const beating = setInterval(write, 100)
  await expect(lockFolder(folder)).rejects.toThrow('in use by process 7 on far-away')
  clearInterval(beating)
  const release = await lockFolder(folder, { watchedMs: 1000 })
  expect(lockOf()['pid']).toBe(process.pid)
  release()
})

test('replaces a lock of an older version and a partly written one', async () => {
  for (const text of [`${process.pid} 12345`, '', '{"id":']) {
    writeFileSync(`${folder}.lock`, text)
    const release = await lockFolder(folder, { watchedMs: 500 })
    release()
  }
})

test('a process exits when another process replaces its lock', async () => {
  const lost = new Promise<string>((resolve) => {
    void lockFolder(folder, { beatMs: 50, onLost: resolve })
  })
  await expect.poll(() => existsSync(`${folder}.lock`)).toBe(true)
  writeFileSync(`${folder}.lock`, JSON.stringify({ id: 'another' }))
  expect(await lost).toBe('Another program has taken over DATA_DIR: this one stops')
})
