import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { getPriority, platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pollMailboxes } from '#features/edi/server/mailbox/jobs.ts'
import { sample, withPartner } from '#features/edi/server/testing.ts'
import { readFilesIn } from '#platform/server/imports/file-parsing-thread.ts'
import { openFileThread } from '../../open-file-thread.ts'

// Uploaded files are parsed off the main thread, with a limit that terminates the thread.

let edi: Awaited<ReturnType<typeof withPartner>>

beforeEach(async () => {
  edi = await withPartner()
})
afterEach(() => {
  readFilesIn(openFileThread)
  return edi.prizm.close()
})

/** A worker that never responds. */
const endlessThread = () => {
  const code = "require('node:worker_threads').parentPort.postMessage('up'); for (;;);"
  return new Worker(code, { eval: true })
}

const importCsv = (payload: string) =>
  edi.prizm.app.inject({
    method: 'POST',
    url: '/api/customers/import?dryRun=true',
    headers: { cookie: edi.admin, 'content-type': 'text/csv' },
    payload,
  })

test('the worker thread parses and validates CSV rows and X12 segments', async () => {
  const answered: string[] = []
  readFilesIn(() => {
    const thread = openFileThread()
    thread.on('message', (answer: { value?: object }) => {
      // The first message says that the worker has started.
      if (!answer.value) return
      const [first = answer.value] = [answer.value].flat()
      answered.push(...Object.keys(first))
    })
    return thread
  })
  const wrong = Array.from({ length: 5000 }, (_, row) => `C-${row},,no mail`)
  const answer = await importCsv(['customerCode,name,email', ...wrong].join('\n'))
  expect(answer.json<{ errors: object[] }>().errors).toHaveLength(10_000)
  expect(answered).toEqual(['rows', 'ignored'])
  answered.length = 0
  expect((await edi.take(sample('850'))).state).toBe('accepted')
  expect(answered).toEqual(['isa', 'separators', 'raw', 'ta1', 'groups', 'ta1s'])
})

/** Nice values of this process's threads on Linux: a higher value means a lower priority. */
async function prioritiesOfThreads(): Promise<number[]> {
  const folder = '/proc/self/task'
  const threads = await readdir(folder)
  const texts = await Promise.all(threads.map((id) => readFile(join(folder, id, 'stat'), 'utf8')))
  return texts.map((text) => Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[16]))
}

test.runIf(platform() === 'linux')(
  'the file thread has a lower priority than the request thread',
  async () => {
    await importCsv('customerCode,name,email\nC-1,One,one@example.com')
    const own = getPriority()
    expect(await prioritiesOfThreads()).toContain(Math.max(own, 5))
    expect(getPriority()).toBe(own)
  },
)

test('a file that takes too long is rejected, and the next one is parsed', async () => {
  readFilesIn(endlessThread, 300)
  const refused = await importCsv('customerCode,name,email\nC-1,One,one@example.com')
  expect([refused.statusCode, refused.json<object>()]).toMatchObject([
    413,
    { code: 'reading-ended', detail: expect.stringContaining('more than 0.3 seconds') },
  ])
  readFilesIn(openFileThread)
  const next = await importCsv('customerCode,name,email\nC-2,Two,two@example.com')
  expect(next.json<object>()).toMatchObject({ created: 1, errors: [] })
})

test('a file whose parsing was terminated twice is set aside and reported', async () => {
  const root = await mkdtemp(join(tmpdir(), 'prizm-edi-'))
  const { prizm, admin, partner, query } = edi
  await query(`update edi_partners set folder = 'acme' where id = ${partner.id}`)
  const { db } = prizm.database
  const ctx = { db, user: undefined, now: prizm.clock.now, requestId: 'w', channel: 'edi' } as const
  await pollMailboxes(ctx, root)
  await writeFile(join(root, 'acme', 'in', 'evil.edi'), sample('850'))
  readFilesIn(endlessThread, 300)
  const fileCounts = async () => {
    const names = ['in', 'failed'].map((folder) => readdir(join(root, 'acme', folder)))
    return (await Promise.all(names)).map((found) => found.length)
  }
  await pollMailboxes(ctx, root)
  expect(await fileCounts()).toEqual([1, 0])
  expect(await query('select id from edi_interchanges')).toEqual([])
  await pollMailboxes(ctx, root)
  expect(await fileCounts()).toEqual([0, 1])
  const interchanges = await prizm.call('GET', '/api/edi/interchanges', { as: admin })
  const reason =
    'The file could not be read: it took more than 0.3 seconds or too much memory. ' +
    'It was tried 2 times and is quarantined'
  expect(interchanges.json<object[]>()).toMatchObject([
    { state: 'quarantined', partnerName: 'Acme Retail', fileName: 'evil.edi', reason },
  ])
  expect(
    await query(`select text from notifications where title = 'EDI file rejected' limit 1`),
  ).toEqual([{ text: `Acme Retail left evil.edi: ${reason}` }])
  readFilesIn(openFileThread)
  await writeFile(join(root, 'acme', 'in', 'good.edi'), sample('850'))
  await pollMailboxes(ctx, root)
  expect(await edi.orders()).toHaveLength(1)
})
