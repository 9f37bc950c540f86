import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FileTooLarge, folderMailbox, maxMailboxFileBytes, readAtMost } from './mailbox.ts'

// A file may grow after it was listed, and a server may report any size, so reading stops at the
// limit.

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'prizm-mailbox-'))
})
afterEach(() => rmSync(root, { recursive: true }))

test('reading stops as soon as the limit is exceeded', async () => {
  let sent = 0
  const endless = new Readable({
    highWaterMark: 100,
    read() {
      sent += 100
      this.push(Buffer.alloc(100))
    },
  })
  await expect(readAtMost(endless, 1000)).rejects.toThrow(FileTooLarge)
  expect(endless.destroyed).toBe(true)
  expect(sent).toBeLessThanOrEqual(1300)
})

test('a file of exactly the limit is read, one byte more is too large', async () => {
  const mailbox = await folderMailbox(root)
  writeFileSync(join(root, 'in/full.edi'), 'x'.repeat(maxMailboxFileBytes))
  writeFileSync(join(root, 'in/more.edi'), 'x'.repeat(maxMailboxFileBytes + 1))
  expect(await mailbox.read('full.edi')).toHaveLength(maxMailboxFileBytes)
  await expect(mailbox.read('more.edi')).rejects.toThrow(FileTooLarge)
})

test('a file that cannot be read throws its own error', async () => {
  const mailbox = await folderMailbox(root)
  await expect(mailbox.read('gone.edi')).rejects.toThrow('ENOENT')
})

test('a file that cannot be written leaves nothing behind', async () => {
  const mailbox = await folderMailbox(root)
  // A folder has its name, so that the rename fails.
  mkdirSync(join(root, 'out/full.edi/inside'), { recursive: true })
  await expect(mailbox.write('full.edi', 'ISA*00')).rejects.toThrow('EISDIR')
  expect(readdirSync(join(root, 'out'))).toEqual(['full.edi'])
})
