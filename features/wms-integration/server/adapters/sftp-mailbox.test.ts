import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FileTooLarge } from '#features/edi/server/service.ts'
import { startSftpServer } from '../testing/testing-sftp.ts'
import { guardedMailbox } from './mailbox-errors.ts'
import { sftpMailbox } from './sftp-mailbox.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'prizm-sftp-'))
})
afterEach(() => rmSync(root, { recursive: true }))

test('a file is not read beyond 10 MB, whatever size the SFTP server reports', async () => {
  const server = await startSftpServer(root, 'open sesame', { size: 0 })
  const url = `sftp://prizm@127.0.0.1:${server.port}/`
  const { hostKey } = server
  const target = { url, token: 'open sesame', hostKey, isTrusted: true }
  const mailbox = await guardedMailbox(sftpMailbox(target))
  writeFileSync(join(root, 'in/small.edi'), 'ISA*')
  writeFileSync(join(root, 'in/large.edi'), 'ISA*'.padEnd(10 * 1024 * 1024 + 1, 'x'))
  const listed = await mailbox.list()
  expect(listed.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    { name: 'large.edi', size: 0 },
    { name: 'small.edi', size: 0 },
  ])
  expect(await mailbox.read('small.edi')).toBe('ISA*')
  await expect(mailbox.read('large.edi')).rejects.toThrow(FileTooLarge)
  expect(await mailbox.read('small.edi'), 'afterwards').toBe('ISA*')
  await mailbox.close()
  await server.close()
})

test('a server with another key than the one that was entered gets no password', async () => {
  const server = await startSftpServer(root, 'open sesame')
  const url = `sftp://prizm@127.0.0.1:${server.port}/`
  const hostKey = `SHA256:${'a'.repeat(43)}`
  const target = { url, token: 'open sesame', hostKey, isTrusted: true }
  await expect(sftpMailbox(target)).rejects.toThrow(
    'The key of the SFTP server differs from the one entered here',
  )
  await expect(sftpMailbox({ ...target, hostKey: null })).rejects.toThrow('The key of the SFTP')
  const mailbox = await sftpMailbox({ ...target, hostKey: server.hostKey })
  expect(await mailbox.list()).toEqual([])
  await mailbox.close()
  await server.close()
})
