import { mkdtempSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { healthWithWarnings } from '#features/system-health/server/testing.ts'
import { notifyOfOutages } from '#features/notifications/server/outage-notifications.ts'
import type { Context } from '#platform/server/database/db.ts'
import { pollMailboxes } from './jobs.ts'
import { folderMailbox, maxMailboxFileBytes } from './mailbox.ts'
import { type FailedFile, pollMailbox } from './mailbox-sync.ts'
import { withControlNumber, sample, withPartner } from '../testing.ts'

// An unusable partner folder is reported within minutes and does not stop the exchange with other
// partners; after recovery its files are imported at once, oldest first.

let edi: Awaited<ReturnType<typeof withPartner>>
let root: string
beforeEach(async () => {
  edi = await withPartner()
  root = mkdtempSync(join(tmpdir(), 'prizm-edi-'))
})
afterEach(async () => {
  await edi.prizm.close()
  rmSync(root, { recursive: true })
})

const contextOf = (): Context => {
  const { db } = edi.prizm.database
  return { db, user: undefined, now: edi.prizm.clock.now, requestId: 'test', channel: 'worker' }
}
const troubles = () =>
  edi.query<{ part: string; failures: number }>(
    'select part, failures from outside_troubles order by part',
  )
const filesIn = (path: string) => readdirSync(join(root, path))
const writeInboundFile = (folder: string, name: string, text: string) => {
  mkdirSync(join(root, folder, 'in'), { recursive: true, mode: 0o700 })
  writeFileSync(join(root, folder, 'in', name), text)
}

test('a failing folder is skipped and reported, then imported after recovery', async () => {
  const path = `/api/edi/partners/${edi.partner.id}`
  const first = { ...edi.form, folder: 'acme' }
  expect((await edi.prizm.call('PUT', path, { as: edi.admin, body: first })).statusCode).toBe(200)
  const customer = await edi.prizm.builders.customer({ customerCode: 'OTHER' })
  const second = {
    ...edi.form,
    name: 'Other Retail',
    customerId: customer.id,
    identifier: 'OTHERRETAIL',
    folder: 'other',
  }
  const made = await edi.prizm.call('POST', '/api/edi/partners', { as: edi.admin, body: second })
  expect(made.statusCode).toBe(201)
  // A file is in the way of the folder.
  writeFileSync(join(root, 'acme'), 'in the way')
  const part = `edi-${edi.partner.id}`
  for (let round = 0; round < 8; round += 1) await pollMailboxes(contextOf(), root)
  // After five failures it is skipped.
  expect(await troubles()).toEqual([{ part, failures: 5 }])
  // ISA names have a fixed width: the longer name replaces one blank.
  const order = withControlNumber(sample('850'), 9).replaceAll(/ACMERETAIL ?/g, 'OTHERRETAIL')
  writeInboundFile('other', 'order.edi', order)
  await pollMailboxes(contextOf(), root)
  expect([filesIn('other/in'), filesIn('other/done')]).toEqual([[], ['order.edi']])
  // A brief failure is not reported.
  await notifyOfOutages(contextOf())
  expect(await edi.query(`select title from notifications where key like 'trouble-%'`)).toEqual([])
  const minutesAgo = `interval '3 minutes'`
  await edi.query(
    `update outside_troubles set began_at = began_at - ${minutesAgo},
       last_at = last_at - ${minutesAgo}`,
  )
  await notifyOfOutages(contextOf())
  await notifyOfOutages(contextOf())
  const notifications = await edi.query<{ title: string; text: string; link: string }>(
    `select distinct title, text, link from notifications where key like 'trouble-%'`,
  )
  expect(notifications).toEqual([
    {
      title: 'The files of Acme Retail cannot be exchanged',
      text: `ENOTDIR: not a directory, mkdir '${join(root, 'acme/in')}'`,
      link: '/edi',
    },
  ])
  expect(await healthWithWarnings(edi.prizm, edi.admin)).toEqual({
    overall: 'degraded',
    warnings: notifications.map(({ title, text }) => `${title}: ${text}`),
  })
  rmSync(join(root, 'acme'))
  writeInboundFile('acme', '1.edi', sample('850'))
  writeInboundFile(
    'acme',
    '2.edi',
    withControlNumber(sample('850'), 10).replaceAll('CPO-10045', 'CPO-2'),
  )
  await pollMailboxes(contextOf(), root)
  expect([filesIn('acme/in'), filesIn('acme/done')]).toEqual([[], ['1.edi', '2.edi']])
  expect((await edi.orders()).map(({ po }) => po)).toEqual(['CPO-10045', 'CPO-10045', 'CPO-2'])
  expect(await troubles()).toEqual([])
})

test('a file that grew beyond the limit since it was listed is set aside, reported', async () => {
  const mailbox = await folderMailbox(join(root, 'acme'))
  writeInboundFile('acme', 'grown.edi', 'ISA*'.padEnd(maxMailboxFileBytes + 1, 'x'))
  writeInboundFile('acme', 'order.edi', withControlNumber(sample('850'), 9))
  const failedFiles: FailedFile[] = []
  const asListed = {
    ...mailbox,
    list: async () => (await mailbox.list()).map(({ name }) => ({ name, size: 100 })),
  }
  const { id } = edi.partner
  const carried = await pollMailbox(contextOf(), id, {
    mailbox: asListed,
    onImportFailure: async (bad) => void failedFiles.push(bad),
  })
  expect(carried).toMatchObject({ taken: 1, failed: 1 })
  const reason = 'The file is larger than 10 MB and was not read'
  expect(failedFiles).toEqual([{ name: 'grown.edi', reason, isStored: false }])
  expect([filesIn('acme/in'), filesIn('acme/failed')]).toEqual([[], ['grown.edi']])
})
