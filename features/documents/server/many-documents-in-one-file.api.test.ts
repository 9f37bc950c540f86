import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { Context } from '#platform/server/database/db.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { getDocumentProxy } from 'unpdf'
import type { DocumentFileStep, SendingOutcome } from '../contract.ts'
import { readDocumentFile } from './many-documents-in-one-file.ts'
import { createInvoices } from './printed-documents/testing.ts'
import { documentSources } from '#app/rooms.ts'
import { accessibilityOf, pagesIn } from './testing.ts'

// Today is Monday, 2026-03-02.

let prizm: TestApp
let as: string
let customerId: number
let invoices: { id: number; invoiceNumber: string }[]

beforeAll(async () => {
  prizm = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  as = await prizm.signIn('admin')
  const body = {
    companyName: 'Prizm Supplies Inc.',
    companyAddress: '1 Main Street',
    mailSender: 'office@prizm.example',
  }
  await prizm.call('PUT', '/api/settings', { as, body })
  const fields = { customerCode: 'C-1', name: 'Northwind', creditLimit: '9000.00' }
  customerId = (await prizm.builders.customer({ ...fields, email: 'pay@northwind.example' })).id
  const sku = await prizm.builders.sku({ price: '10.00', currentStock: 90 })
  for (const quantity of [1, 2, 3]) {
    const items = [{ skuId: sku.id, quantity }]
    const order = { customerId, items, orderSource: 'phone' }
    // oxlint-disable-next-line no-await-in-loop
    const created = (await prizm.call('POST', '/api/orders/create', { as, body: order })).json()
    const path = `/api/sales-orders/${created.order.id}`
    // oxlint-disable-next-line no-await-in-loop
    await prizm.call('POST', `${path}/process`, { as, body: {} })
    // oxlint-disable-next-line no-await-in-loop
    await prizm.call('POST', `${path}/ship`, { as, body: {} })
  }
  const listed = await prizm.call('GET', '/api/invoices?sort=id', { as })
  invoices = listed.json()
  expect(invoices).toHaveLength(3)
})
afterAll(() => prizm.close())

const ids = () => invoices.map(({ id }) => id)
async function fileOf(query: string, by = as) {
  const answer = await prizm.call('GET', `/api/document-files?${query}`, { as: by })
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  expect(answer.headers['content-type']).toBe('application/x-ndjson')
  const lines = answer.body.split('\n').filter(Boolean)
  const steps = lines.map((line) => JSON.parse(line) as DocumentFileStep)
  const file = steps.flatMap((step) => ('base64' in step ? [step] : []))[0]
  return {
    told: steps.filter((step) => 'recordId' in step),
    fileName: file?.fileName,
    bytes: new Uint8Array(Buffer.from(file?.base64 ?? '', 'base64')),
  }
}

test('many invoices are one PDF with a bookmark for each; what fails is told', async () => {
  const [first, second, third] = ids()
  const { told, fileName, bytes } = await fileOf(
    `name=invoice&ids=${first},99999,${third},${second}`,
  )
  expect(told).toEqual([
    { recordId: first, says: null },
    { recordId: 99999, says: 'That invoice was not found' },
    { recordId: third, says: null },
    { recordId: second, says: null },
  ])
  expect(fileName).toBe('Invoices 2026-03-02.pdf')
  const pages = await pagesIn(bytes)
  const numbers = [0, 2, 1].map((place) => invoices[place]?.invoiceNumber ?? '')
  expect(pages).toHaveLength(3)
  pages.forEach((page, place) => {
    expect(page).toContain(`Invoice ${numbers[place]}, page 1 of 1`)
  })
  const file = await getDocumentProxy(bytes.slice())
  const outline = await file.getOutline()
  expect(outline.map(({ title }) => title)).toEqual(
    numbers.map((number) => `Invoice ${number} C-1`),
  )
  const targets = await Promise.all(
    outline.map(({ dest }) =>
      file.getPageIndex((dest as { num: number; gen: number }[])[0] as never),
    ),
  )
  expect(targets).toEqual([0, 1, 2])
  const { tags, unmarked, info } = await accessibilityOf(bytes)
  expect(unmarked).toEqual([])
  expect(tags.filter((tag) => tag === 'H1')).toHaveLength(3)
  expect(info['Title']).toBe('Invoices')
})

test('two hundred invoices are one PDF, while another document is drawn in between', async () => {
  const { id } = await prizm.builders.customer({ customerCode: 'C-200', name: 'Southwind' })
  const many = await createInvoices(prizm, id, 200)
  let isEnded = false
  const file = fileOf(`name=invoice&ids=${many.map((invoice) => invoice.id).join()}`).finally(
    () => (isEnded = true),
  )
  const alone = await prizm.call('GET', `/api/invoices/${ids()[0]}/pdf`, { as })
  expect([alone.statusCode, isEnded]).toEqual([200, false])
  const { told, bytes } = await file
  expect(told).toEqual(many.map((invoice) => ({ recordId: invoice.id, says: null })))
  const pages = await pagesIn(bytes)
  expect(pages).toHaveLength(200)
  const wrong = many.filter(({ invoiceNumber, total }, index) => {
    const page = pages[index] ?? ''
    return !page.includes(`Invoice ${invoiceNumber}, page 1 of 1`) || !page.includes(total)
  })
  expect(wrong).toEqual([])
  const outline = await (await getDocumentProxy(bytes.slice())).getOutline()
  expect(outline.map(({ title }) => title)).toEqual(
    many.map(({ invoiceNumber }) => `Invoice ${invoiceNumber} C-200`),
  )
})

test('separate PDFs in a ZIP file are those of each record, to the byte', async () => {
  const { told, fileName, bytes } = await fileOf(`name=invoice&ids=${ids().join()}&form=zip`)
  expect(told).toEqual(ids().map((recordId) => ({ recordId, says: null })))
  expect(fileName).toBe('Invoices 2026-03-02.zip')
  const files = unzipSync(bytes)
  expect(Object.keys(files)).toEqual(
    invoices.map(({ invoiceNumber }) => `Invoice ${invoiceNumber} C-1 2026-03-02.pdf`),
  )
  const alone = await prizm.call('GET', `/api/invoices/${ids()[0]}/pdf`, { as })
  expect(Buffer.from(Object.values(files)[0] ?? []).equals(alone.rawPayload)).toBe(true)
})

test('a record named twice is drawn once, and without any document there is no file', async () => {
  const [first] = ids()
  expect((await fileOf(`name=invoice&ids=${first},${first}`)).told).toHaveLength(1)
  const none = await fileOf('name=invoice&ids=99999')
  expect(none.told).toEqual([{ recordId: 99999, says: 'That invoice was not found' }])
  expect(none.fileName).toBeUndefined()
})

test('who may not read the documents gets none, and bad queries are refused', async () => {
  const warehouse = await prizm.signIn('warehouse')
  const statusOf = async (query: string, by = as) =>
    (await prizm.call('GET', `/api/document-files?${query}`, { as: by })).statusCode
  expect(await statusOf('name=invoice&ids=1', warehouse)).toBe(403)
  expect(await statusOf('name=pick-list&ids=1', warehouse)).toBe(200)
  expect(await statusOf('name=letter&ids=1')).toBe(422)
  expect(await statusOf('name=invoice&ids=1,x')).toBe(422)
})

test('a file that a person stops reads no further records, and others can be created', async () => {
  const { db } = prizm.database
  const ctx: Context = { db, user: undefined, now: prizm.clock.now, requestId: 'w', channel: 'w' }
  const read: number[] = []
  const counted = {
    ...documentSources,
    invoice: (inner: Context, id: number) => {
      read.push(id)
      return id === 7
        ? Promise.reject(missing('That invoice'))
        : documentSources.invoice(inner, id, {})
    },
  }
  const request = { name: 'invoice', ids: [ids()[0] ?? 0, 7, ids()[1] ?? 0], form: 'pdf' } as const
  const { pieces } = await readDocumentFile(ctx, counted, request)
  for await (const _ of pieces) if (read.length === 2) break
  expect(read).toEqual([ids()[0], 7])
  expect((await fileOf(`name=invoice&ids=${ids().join()}`)).fileName).toBe(
    'Invoices 2026-03-02.pdf',
  )
})

const emailed = async (name: string, of: readonly number[]) => {
  const answer = await prizm.call('POST', '/api/sendings', { as, body: { name, ids: of } })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<SendingOutcome[]>().map(({ outcome, says }) => says ?? outcome)
}

test('one that cannot be emailed is told, and a second try sends no other again', async () => {
  const [first = 0, second = 0, third = 0] = ids()
  const gone = 'That invoice was not found'
  expect(await emailed('invoice', [first, 99999, second])).toEqual(['queued', gone, 'queued'])
  expect(await emailed('invoice', [first, 99999, second, third])).toEqual([
    'already',
    gone,
    'already',
    'queued',
  ])
  const counts = await prizm.rows(`select count(*)::int as count from document_sendings`)
  expect(counts).toEqual([{ count: 3 }])
})

test('a statement is emailed once a day', async () => {
  expect(await emailed('statement', [customerId])).toEqual(['queued'])
  expect(await emailed('statement', [customerId])).toEqual(['already'])
  await prizm.rows(`update document_sendings set status = 'failed' where name = 'statement'`)
  expect(await emailed('statement', [customerId])).toEqual(['retried'])
  await prizm.rows(`update document_sendings set file_name = 'Statement C-1 2026-03-01.pdf'
                    where name = 'statement'`)
  expect(await emailed('statement', [customerId])).toEqual(['queued'])
})
