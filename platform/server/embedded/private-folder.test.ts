import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderMailbox } from '#features/edi/server/mailbox/mailbox.ts'
import { openDatabase } from '../database/db.ts'
import { createPrivateFolder, refuseOpenFolder, refuseWideFolder } from './private-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prizm-private-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

test('creates a data folder that only its owner can access', () => {
  createPrivateFolder(join(folder, 'a', 'b'))
  expect([modeOf(join(folder, 'a')), modeOf(join(folder, 'a', 'b'))]).toEqual(['700', '700'])
})

test.each([
  [0o700, true],
  [0o750, true],
  [0o770, false],
  [0o701, false],
  [0o755, false],
])('a data folder with mode %o is accepted: %s', (mode, isFine) => {
  chmodSync(folder, mode)
  const refused = `mode ${mode.toString(8)}): run chmod 700 ${folder}`
  if (isFine) expect(() => refuseWideFolder(folder)).not.toThrow()
  else expect(() => refuseWideFolder(folder)).toThrow(refused)
})

test('a folder for file exchange may be accessible to its group, but not to others', () => {
  chmodSync(folder, 0o770)
  expect(() => refuseOpenFolder(folder)).not.toThrow()
  chmodSync(folder, 0o774)
  expect(() => refuseOpenFolder(folder)).toThrow(`run chmod 770 ${folder}`)
})

test('creates the embedded database in a private folder and rejects a wider one', async () => {
  const place = join(folder, 'data', 'database')
  const settings = { DATABASE_URL: undefined, POOL_SIZE: 1 }
  const database = await openDatabase(settings, place)
  await database.close()
  expect([modeOf(join(folder, 'data')), modeOf(place)]).toEqual(['700', '700'])
  chmodSync(place, 0o755)
  await expect(openDatabase(settings, place)).rejects.toThrow(`run chmod 700 ${place}`)
}, 300_000)

test('creates private EDI folders and rejects a wider one', async () => {
  const root = join(folder, 'edi', 'partner')
  await (await folderMailbox(root)).close()
  expect([modeOf(root), modeOf(join(root, 'in'))]).toEqual(['700', '700'])
  chmodSync(root, 0o755)
  await expect(folderMailbox(root)).rejects.toThrow(`run chmod 770 ${root}`)
})
