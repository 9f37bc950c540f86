import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeFolder } from './folder-lock.ts'

let parent: string
let folder: string

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'prizm-lock-'))
  folder = join(parent, 'database')
})
afterEach(() => rmSync(parent, { recursive: true }))

test('a folder that a living process holds is refused, naming the process', () => {
  const release = takeFolder(folder)
  expect(() => takeFolder(folder)).toThrow(`DATA_DIR is in use by process ${process.pid}`)
  release()
  takeFolder(folder)()
  expect(existsSync(`${folder}.lock`)).toBe(false)
})

test('the lock of a process that was killed is taken over', () => {
  const gone = spawnSync(process.execPath, ['-e', 'console.log(process.pid)'])
  writeFileSync(`${folder}.lock`, `${String(gone.stdout).trim()} 12345`)
  takeFolder(folder)()
})

test('a process number that another program has by now does not count', () => {
  writeFileSync(`${folder}.lock`, `${process.pid} 1`)
  takeFolder(folder)()
})
