// One file: every test reads one mailbox, on an IMAP server of this machine.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { pdfOf } from '#features/documents/server/pdf/pdf-queue.ts'
import { emptyCompany } from '#features/settings/rules.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { buildXlsx } from '#platform/ui/table/export/build-xlsx.ts'
import { formOf, intakeFixture } from '../testing.ts'
import { startImapServer } from './imap-testing.ts'
import { pollMailbox } from './poll-mailbox.ts'
import { orderEmail } from './testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof intakeFixture>>
let server: Awaited<ReturnType<typeof startImapServer>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await intakeFixture(prizm)
  server = await startImapServer()
})
afterEach(async () => {
  await server.close()
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const mailbox = () => ({ ...server.address, purpose: 'orders' as const })
const poll = () => pollMailbox(fixture.context(), mailbox())
const csv = 'Item,Qty,Price\r\nCBL-300,100,0.35\r\n'

/** An email with a table in its text, and another one in an attachment. */
const email = (id: string, text: string) =>
  orderEmail({ id, from: 'jane@acme.example', po: 'P-77', text, csv })
const receive = (raw: string, at?: string) => server.receive(raw, at)
const messages = () =>
  prizm.rows('select id, channel, sender, subject, state from intake_messages order by id')

test('an email becomes one message with its attachment; no order is placed', async () => {
  receive(email('1', 'Please send 10 EA WID-100'))
  await poll()
  await poll()
  const [message, ...others] = await messages()
  expect(others).toEqual([])
  expect(message).toMatchObject({
    channel: 'email',
    sender: 'jane@acme.example',
    subject: 'PO P-77',
    state: 'received',
  })
  const details = await fixture.read(message?.id)
  expect(details).toMatchObject({ customerCode: 'ACME', customerPO: 'P-77', problems: [] })
  expect(details.items).toMatchObject([
    { sku: 'WID-100', quantity: 10, unit: 'EA' },
    { sku: 'CBL-300', quantity: 100, unitPrice: '0.35' },
  ])
  expect(details.text).toContain('Attachment lines.csv')
  expect(await fixture.orders()).toEqual([])
})

test('the order of an email that a person places has the source email', async () => {
  receive(email('1', 'Please send 10 EA WID-100'))
  await poll()
  const [message] = await messages()
  expect((await fixture.act(message?.id, 'place', {})).statusCode).toBe(200)
  expect(await fixture.orders()).toMatchObject([{ source: 'email', po: 'P-77' }])
})

test('an email that arrived before the mailbox was known is not read', async () => {
  receive(email('1', 'Please send 10 EA WID-100'), '01-Mar-2026 15:00:00 +0000')
  await poll()
  expect(await messages()).toEqual([])
})

test('the same Message-ID is one message, although the server numbers it anew', async () => {
  receive(email('1', 'Please send 10 EA WID-100'))
  await poll()
  await prizm.rows(`update intake_mailboxes set uid_validity = 'other', last_uid = 0`)
  await poll()
  expect(await messages()).toHaveLength(1)
})

test('another email with the same Message-ID is a message of its own', async () => {
  receive(email('1', 'Please send 10 EA WID-100'))
  receive(email('1', 'Please send 20 EA WID-100'))
  await poll()
  const found = await messages()
  expect(found).toHaveLength(2)
  const [first, second] = [await fixture.read(found[0]?.id), await fixture.read(found[1]?.id)]
  expect([first.state, first.problems]).toEqual(['received', []])
  expect(second.items).toMatchObject([{ sku: 'WID-100', quantity: 20 }, { sku: 'CBL-300' }])
  const message =
    `Message ${first.id} has the same Message-ID. ` + 'Check that this is another order, then save'
  const problems = [{ path: '', message }]
  expect([second.state, second.problems]).toEqual(['needs attention', problems])
  // A copy of one order is not placed twice unseen, also after it was read again.
  expect((await fixture.act(second.id, 'run')).json().problems).toEqual(problems)
  const refused = await fixture.act(second.id, 'place', {})
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'intake-incomplete'])
  expect((await fixture.save(second, {})).json()).toMatchObject({ state: 'received', problems: [] })
})

test.each([
  ['a text that is cut at a character of two units', '1', `Notes: ${'a'.repeat(499)}😀`],
  [
    'a Message-ID that is longer than an index allows',
    '本'.repeat(1000),
    'Please send 10 EA WID-100',
  ],
])('%s stops no email after it', async (_name, id, text) => {
  receive(email(id, text))
  receive(email('next', 'Please send 20 EA WID-100'))
  await poll()
  const found = await messages()
  expect(found).toHaveLength(2)
  expect((await fixture.read(found[0]?.id)).customerPO).toBe('P-77')
  const [last] = await prizm.rows('select last_uid from intake_mailboxes')
  expect(last).toEqual({ last_uid: 2 })
  expect(await prizm.rows('select part from outside_troubles')).toEqual([])
})

test('of a too long email the attachment is read, and the end of the body is named', async () => {
  const line = 'a long quoted thread\r\n'
  receive(email('1', line.repeat(20_000)))
  await poll()
  const [message] = await messages()
  const details = await fixture.read(message?.id)
  expect(details.items).toMatchObject([{ sku: 'CBL-300', quantity: 100, unitPrice: '0.35' }])
  expect(details.problems).toContainEqual({
    path: '',
    message: 'The email is too long. Only the first part was read',
  })
})

test('an email of which only the header was read says so after each run', async () => {
  receive(email('1', 'a long quoted thread\r\n'.repeat(240_000)))
  await poll()
  const [message] = await messages()
  const problem = {
    path: '',
    message: 'The email is larger than 5 MB. Only its header was read',
  }
  expect((await fixture.read(message?.id)).problems).toContainEqual(problem)
  for (const _ of [1, 2]) {
    const run = await fixture.act(message?.id, 'run')
    expect([run.statusCode, run.json().problems]).toEqual([200, expect.arrayContaining([problem])])
  }
})

test('large emails are read in pages of 8 MB, each once', async () => {
  const body = 'a long quoted thread\r\n'.repeat(195_000)
  for (const id of ['1', '2', '3']) receive(email(id, body))
  const lastUid = async () => {
    const [found] = await prizm.rows('select last_uid as uid from intake_mailboxes')
    return found?.uid
  }
  await poll()
  expect([(await messages()).length, await lastUid()]).toEqual([2, 2])
  await poll()
  expect([(await messages()).length, await lastUid()]).toEqual([3, 3])
})

test('a node whose lease was taken over moves nothing and ends no lease', async () => {
  receive(email('1', 'Please send 10 EA WID-100'))
  await poll()
  receive(email('2', 'Please send 20 EA WID-100'))
  await prizm.rows(
    `create function take_over() returns trigger language plpgsql as $$ begin
       update intake_mailboxes set leased_until = '2030-01-01', last_uid = 9;
       return new; end $$`,
  )
  await prizm.rows(
    `create trigger take_over after insert on intake_messages
       for each row execute function take_over()`,
  )
  await poll()
  const [mailbox] = await prizm.rows(
    `select last_uid, leased_until = '2030-01-01' as "isLeased" from intake_mailboxes`,
  )
  expect(mailbox).toEqual({ last_uid: 9, isLeased: true })
})

test('two nodes at once read an email once', async () => {
  receive(email('1', 'Please send 10 EA WID-100'))
  await Promise.all([poll(), poll()])
  expect(await messages()).toHaveLength(1)
})

test('run again, the unchanged email is read with the corrections since', async () => {
  receive(email('1', '3 pcs of BP-7'))
  await poll()
  const [message] = await messages()
  const before = await fixture.read(message?.id)
  expect(before.problem).toBe('Line 1: no SKU is known for BP-7')
  const body = { customerId: fixture.customerId, text: 'BP-7', skuId: fixture.widgetId }
  await prizm.call('POST', '/api/intake-corrections', { as: fixture.as, body })
  const again = (await fixture.act(message?.id, 'run')).json()
  expect([again.state, again.sha256]).toEqual(['received', before.sha256])
})

test('a wrong password is a failure of the mailbox, and stops nothing', async () => {
  await pollMailbox(fixture.context(), { ...mailbox(), password: 'wrong' })
  expect(await prizm.rows('select part, title from outside_troubles')).toEqual([
    { part: 'intake-mailbox', title: 'The order mailbox cannot be read' },
  ])
  expect(await prizm.rows('select leased_until from intake_mailboxes')).toEqual([
    { leased_until: null },
  ])
})

type AttachedFile = { name: string; type: string; content: Uint8Array }

/** An email with a text and attached files, in base64 as mail programs send them. */
const emailWith = (text: string, files: readonly AttachedFile[]) => {
  const attached = files.flatMap(({ name, type, content }) => [
    '--cut',
    `Content-Type: ${type}; name=${name}`,
    `Content-Disposition: attachment; filename=${name}`,
    'Content-Transfer-Encoding: base64',
    '',
    ...base64LinesOf(content),
  ])
  return [
    'Message-ID: <files@acme.example>',
    'From: Jane Doe <jane@acme.example>',
    'To: orders@example.com',
    'Subject: PO P-77',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=cut',
    '',
    '--cut',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    ...attached,
    '--cut--',
    '',
  ].join('\r\n')
}
const base64LinesOf = (content: Uint8Array) =>
  Buffer.from(content)
    .toString('base64')
    .match(/.{1,76}/g) ?? []

/** Polls the mailbox, and reads its only message. */
const pollOne = async () => {
  await poll()
  const [message, ...others] = await messages()
  expect(others).toEqual([])
  return fixture.read(message?.id)
}

type Line = { id: number; item: string; quantity: number; unit: string; price: string }
const lineColumns: Column<Line>[] = [
  { id: 'item', header: 'Item', cell: (line) => line.item },
  { id: 'quantity', header: 'Qty', align: 'right', cell: (line) => line.quantity },
  { id: 'unit', header: 'UOM', cell: (line) => line.unit },
  { id: 'price', header: 'Price', align: 'right', cell: (line) => line.price },
]

/** A workbook as this program exports it. */
const workbook = async (lines: Line[]): Promise<AttachedFile> => {
  const file = await buildXlsx(lineColumns, [lines])
  return { name: 'lines.xlsx', type: file.type, content: new Uint8Array(await file.arrayBuffer()) }
}

/** A letter as this program prints it. */
const letter = async (words: string): Promise<AttachedFile> => {
  const empty = { parties: [], facts: [], columns: [], rows: [], sums: [], notes: null }
  const company = { ...emptyCompany, companyLogo: '', companyName: 'Acme Retail' }
  const content = { title: 'Sheet', number: null, ...empty, words }
  return {
    name: 'order.pdf',
    type: 'application/pdf',
    content: await pdfOf({ content, company }),
  }
}

/** A PDF whose pages show a black square, as scanners make them: it has no text. */
const scan = (pages = 1): AttachedFile => {
  const square = '0 0 100 100 re f'
  const kids = Array.from({ length: pages }, (_, index) => `${index + 4} 0 R`)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${kids.join(' ')}] >>`,
    `<< /Length ${square.length} >>\nstream\n${square}\nendstream`,
    ...kids.map(() => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 3 0 R >>'),
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = String(text.length).padStart(10, '0')
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${place} 00000 n \n`
  })
  const size = objects.length + 1
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`
  const content = Buffer.from(`${text}${table}${trailer}`, 'latin1')
  return { name: 'scan.pdf', type: 'application/pdf', content }
}

describe('an attachment', () => {
  const widgets = { id: 1, item: 'WID-100', quantity: 10, unit: 'EA', price: '12.50' }
  const cables = { id: 2, item: 'CBL-300', quantity: 100, unit: 'FT', price: '0.35' }

  test('that is a workbook becomes the lines of the message', async () => {
    receive(emailWith('Please see the workbook.', [await workbook([widgets, cables])]))
    const details = await pollOne()
    expect([details.state, details.problems]).toEqual(['received', []])
    expect(details.items).toMatchObject([
      { sku: 'WID-100', quantity: 10, unit: 'EA', unitPrice: '12.50' },
      { sku: 'CBL-300', quantity: 100, unit: 'FT', unitPrice: '0.35' },
    ])
    expect(details.text).toContain('Attachment lines.xlsx')
    expect(details.text).toContain('WID-100\t10\tEA\t12.50')
    expect(await fixture.orders()).toEqual([])
  })

  test('that is a workbook is read with the units that were corrected before', async () => {
    await prizm.rows(
      `insert into intake_corrections (customer_id, kind, text, key, sku_id, value, factor)
       values (${fixture.customerId}, 'unit', 'case', 'case', ${fixture.widgetId}, 'EA', 12)`,
    )
    receive(emailWith('', [await workbook([{ ...widgets, quantity: 2, unit: 'CS' }])]))
    const details = await pollOne()
    expect(details.items).toMatchObject([{ sku: 'WID-100', quantity: 24, unit: 'EA' }])
  })

  test('that is a PDF with text is read, and its order is placed by a person', async () => {
    receive(emailWith('Please see the PDF.', [await letter('Please send 10 EA WID-100')]))
    const details = await pollOne()
    expect([details.state, details.problems]).toEqual(['received', []])
    expect(details.items).toMatchObject([{ sku: 'WID-100', quantity: 10, unit: 'EA' }])
    expect(details.text).toContain('Attachment order.pdf')
    expect(await fixture.orders()).toEqual([])
    expect((await fixture.act(details.id, 'place', {})).statusCode).toBe(200)
    expect(await fixture.orders()).toMatchObject([{ source: 'email', po: 'P-77' }])
    expect(await prizm.rows('select quantity from sales_order_items')).toEqual([{ quantity: 10 }])
  })

  test('that repeats the order of the text is a problem, so that it is ordered once', async () => {
    const order = 'Please send 10 EA WID-100'
    receive(emailWith(order, [await letter(order)]))
    const details = await pollOne()
    const message =
      'Line 2: WID-100 is also on line 1. Remove one if it is the same line, then save'
    expect([details.state, details.problems]).toEqual([
      'needs attention',
      [{ path: 'items.1.skuId', message }],
    ])
    const refused = await fixture.act(details.id, 'place', {})
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'intake-incomplete'])
    const [line] = formOf(details).items
    const saved = await fixture.save(details, { items: [line] })
    expect([saved.json().state, saved.json().problems]).toEqual(['received', []])
  })

  test('that is a picture is a problem of the message, which keeps text and file', async () => {
    const file = scan()
    receive(emailWith('Please send 10 EA WID-100', [file]))
    const details = await pollOne()
    const message = 'scan.pdf was not read: it is a picture without text'
    expect([details.state, details.problems]).toEqual(['needs attention', [{ path: '', message }]])
    expect(details.items).toMatchObject([{ sku: 'WID-100', quantity: 10 }])
    const path = `/api/intake-messages/${details.id}/file`
    const raw = await prizm.call('GET', path, { as: fixture.as })
    expect(raw.body).toContain(base64LinesOf(file.content).join('\r\n'))
  })

  test.each<[string, AttachedFile, string]>([
    ['has too many pages', scan(31), 'scan.pdf was not read: it has more than 30 pages'],
    [
      'is damaged',
      { ...scan(), content: Buffer.from('%PDF-1.4 nothing') },
      'scan.pdf was not read: it is damaged or locked',
    ],
    [
      'is no workbook',
      { name: 'lines.xlsx', type: 'application/octet-stream', content: Buffer.from('lines') },
      'lines.xlsx was not read: it is not a workbook',
    ],
    [
      'is another file',
      { name: 'photo.png', type: 'image/png', content: Buffer.from('png') },
      'photo.png was not read: files of the type image/png are not read',
    ],
  ])('that %s is a problem of the message', async (_, file, message) => {
    receive(emailWith('Please send 10 EA WID-100', [file]))
    const details = await pollOne()
    expect(details.problems).toEqual([{ path: '', message }])
    expect(details.items).toMatchObject([{ sku: 'WID-100', quantity: 10 }])
  })
})
