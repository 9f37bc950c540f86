import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentSources } from '#app/rooms.ts'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { prepareDemo } from '#db/demo.ts'
import { demoCompany } from '#db/demo/company.ts'
import type { Context } from '#platform/server/database/db.ts'
import {
  documentKinds,
  type DocumentName,
  documentNames,
  type DocumentPeriod,
} from '../../contract.ts'
import { type Company, type FiledDocument, printedParty } from '../../printed-document.ts'
import { readCompany } from '../service.ts'
import { printedDocument } from '../texts-on-documents.ts'
import { textIn } from '../testing.ts'

// Every document that the demo data has a record for is complete: number, parties with whole
// addresses, facts, lines and totals, and no text that is the remains of a missing value.

let prizm: TestApp
let as: string
let ctx: Context
let company: Company

beforeAll(async () => {
  prizm = await startTestApp()
  await prepareDemo(prizm.database, { mode: 'load', seed: 'small', now: prizm.clock.now })
  // Settings that were read while the data was loaded are cached for a second.
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 2000)
  as = await prizm.signIn('admin')
  const { db } = prizm.database
  ctx = { db, user: undefined, now: prizm.clock.now, requestId: 'papers', channel: 'test' }
  company = await readCompany(ctx)
})
afterAll(() => prizm.close())

/** The records of each kind of document; a cancelled order has nothing to confirm or to pack. */
const records: Record<DocumentName, string> = {
  'order-confirmation': `select id from sales_orders where status <> 'cancelled'`,
  'packing-slip': `select id from sales_orders where status <> 'cancelled'`,
  'pick-list': `select distinct sales_order_id as id from sales_order_items
                where qty_reserved > 0`,
  'shipment-notice': 'select id from shipments',
  invoice: 'select id from invoices',
  'credit-memo': 'select id from credit_memos',
  'purchase-order': 'select id from purchase_orders',
  'return-form': 'select id from returns',
  statement: 'select id from customers',
  'dunning-letter': 'select id from dunning_letters',
}

const idsOf = async (name: DocumentName) =>
  (await prizm.rows<{ id: number }>(`select id from (${records[name]}) as r order by id`)).map(
    ({ id }) => id,
  )

/** A street, perhaps with more lines above and below it, and the city with its state and ZIP. */
const wholeAddress = /^(?:[^\n]+\n)+[^\n]+, [A-Z]{2} \d{5}$/
const amount = /^-?\$(?:\d{1,3},)*\d{1,3}\.\d\d$/
const remains = /\b(?:undefined|NaN|null|Invalid Date)\b|\[object /

/** Facts that a record may lack: they read `N/A`, `None` or a dash. */
const mayBeMissing = ['Customer PO', 'Your PO', 'Carrier', 'Tracking number']
const missingValue = /^(?:N\/A|None|—)?$/
/** Cells that may be empty: only opening balances and payments have them. */
const mayBeEmpty = ['Amount', 'Due', 'Days late']

/** What a document lacks, in words. */
function gapsOf(document: FiledDocument, isStatement: boolean): string[] {
  const { title, number, parties, facts, columns, rows, empty, sums, filing, label } = document
  const gaps: string[] = []
  const requireThat = (isMet: boolean, what: string) => {
    if (!isMet) gaps.push(what)
  }
  requireThat(title !== '', 'title')
  requireThat(isStatement ? number === null : /\d/.test(number ?? ''), `number ${number}`)
  requireThat(Boolean(filing.name && filing.party && filing.on), 'file name')
  requireThat(parties.length > 0, 'parties')
  for (const party of [...parties, ...(label ? [label.from, label.to] : [])]) {
    const { name, address } = printedParty(party, company)
    requireThat(name.trim() !== '', `name of ${party.title}`)
    requireThat(wholeAddress.test(address), `address of ${party.title}: ${address}`)
  }
  requireThat(facts.length > 0, 'facts')
  for (const [name, value] of facts) {
    const isMissing = missingValue.test(value.trim())
    requireThat(name !== '' && (!isMissing || mayBeMissing.includes(name)), `${name}: ${value}`)
  }
  requireThat(rows.length > 0 || (isStatement && Boolean(empty)), 'lines')
  for (const row of rows) {
    requireThat(row.length === columns.length, `cells of ${row.join(' | ')}`)
    columns.forEach(({ head, look }, index) => {
      const mayBe = look === 'check' || (isStatement && mayBeEmpty.includes(head))
      requireThat(mayBe || row[index]?.trim() !== '', `${head} of ${row.join(' | ')}`)
    })
  }
  for (const total of sums) requireThat(amount.test(total.amount), `${total.name} ${total.amount}`)
  return gaps
}

const printedAs = async (name: DocumentName, id: number, days: DocumentPeriod = {}) =>
  printedDocument(ctx, (await documentSources[name](ctx, id, days)).paper)

/** All texts of a document but its parties. A value that is undefined in a list becomes null. */
function contentOf({ facts, words, rows, sums, tables, slip, notes, filing }: FiledDocument) {
  return JSON.stringify({ facts, words, rows, sums, tables, slip, notes: notes ?? '', filing })
}

/** What each document of a kind lacks, with its number or the code of its party. */
async function allGaps(name: DocumentName, days: DocumentPeriod = {}): Promise<string[]> {
  const found: string[] = []
  for (const id of await idsOf(name)) {
    const document = await printedAs(name, id, days)
    const { title, filing } = document
    const remainder = remains.exec(contentOf(document))?.[0]
    const gaps = [
      ...gapsOf(document, name === 'statement'),
      ...(remainder === undefined ? [] : [`the text ${remainder}`]),
    ]
    found.push(...gaps.map((gap) => `${title} ${filing.name} ${filing.party}: ${gap}`))
  }
  return found
}

/** The totals that a document of each kind ends with. */
const totals: Record<DocumentName, string | undefined> = {
  'order-confirmation': 'Total',
  'packing-slip': undefined,
  'pick-list': undefined,
  'shipment-notice': undefined,
  invoice: 'Balance due',
  'credit-memo': 'Open credit',
  'purchase-order': 'Total',
  'return-form': 'Total',
  statement: 'Balance',
  'dunning-letter': 'Amount due',
}

test.each(documentNames)('every %s of the demo data is complete', async (name) => {
  const ids = await idsOf(name)
  expect(ids.length).toBeGreaterThan(0)
  expect(await allGaps(name)).toEqual([])
  const { sums } = await printedAs(name, ids[0] ?? 0)
  expect(sums.at(-1)?.name).toBe(totals[name])
})

test('every statement of the demo data is complete as a list of open items', async () => {
  expect(await allGaps('statement', { form: 'open' })).toEqual([])
})

/** What a PDF of a kind shows of the company besides its letterhead. */
const ownPlaces: Partial<Record<DocumentName, readonly string[]>> = {
  invoice: ['P.O. Box 5120', 'Routing 000000518', 'Payable to Prizm Supply Company, Inc.'],
  statement: ['P.O. Box 5120', 'Routing 000000518', 'Payable to Prizm Supply Company, Inc.'],
  'dunning-letter': ['P.O. Box 5120', 'Routing 000000518'],
  'purchase-order': ['88 Dock Road, Doors 5 to 9', 'Groveport, OH 43125', '(614) 555-0142'],
  'return-form': ['88 Dock Road, Doors 5 to 9', 'Groveport, OH 43125'],
}

/** An open invoice asks for money; a paid one does not. */
const printedRecord = async (name: DocumentName) => {
  if (name !== 'invoice') return (await idsOf(name)).at(-1)
  const open = 'select max(id) as id from invoices where open_amount > 0'
  return (await prizm.rows<{ id: number }>(open))[0]?.id
}

test.each(documentNames)('a PDF of the kind %s has the letterhead of the demo', async (name) => {
  const path = documentKinds[name].path.replace(':id', String(await printedRecord(name)))
  const answer = await prizm.call('GET', `${path}/pdf`, { as })
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200)
  const text = (await textIn(answer.rawPayload)).replaceAll(/\s+/g, ' ')
  const { companyName, companyLegalName, companyAddress, companyPhone, taxNumbers } = demoCompany
  // With a logo, the name of the company is printed below it. A pick list stays inside.
  const lines = [companyLegalName, ...companyAddress.split('\n'), companyPhone, taxNumbers]
  const head = [companyName, ...(name === 'pick-list' ? [] : lines)]
  const expected = [...head, ...(ownPlaces[name] ?? [])]
  expect(expected.filter((words) => !text.includes(words))).toEqual([])
  expect(answer.rawPayload.toString('latin1')).toContain('/Subtype /Image')
  expect(remains.exec(text)).toBeNull()
})
