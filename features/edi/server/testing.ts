import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brokenInvariants, startTestApp } from '#app/testing.ts'
import type { EdiImportResult } from '../contract.ts'

/** A sample file of the standard, from the samples folder. */
export const sample = (name: string) =>
  readFileSync(join(import.meta.dirname, '../samples', `${name}.edi`), 'utf8')

/** Starts the app with a customer who sends the sample order, and the SKUs it names. */
export async function withPartner() {
  const prizm = await startTestApp()
  const admin = await prizm.signIn('admin')
  const as = await prizm.signIn('sales')
  const customer = await prizm.builders.customer({
    customerCode: 'ACME',
    creditLimit: '10000.00',
    allowBackorder: true,
    paymentTerms: '2% 10 net 30',
  })
  const skus = [
    { sku: 'WID-100', price: '12.50', unitOfMeasure: 'EA', currentStock: 100 },
    { sku: 'GAD-200', price: '99.99', unitOfMeasure: 'CASE', currentStock: 4 },
    { sku: 'CBL-300', price: '0.35', unitOfMeasure: 'FT', currentStock: 1000 },
  ]
  for (const each of skus) await prizm.builders.sku(each)
  const form = {
    name: 'Acme Retail',
    customerId: customer.id,
    qualifier: 'ZZ',
    identifier: 'ACMERETAIL',
    ownQualifier: 'ZZ',
    ownIdentifier: 'PRIZM',
    usage: 'T',
    unknownSku: 'drop',
  }
  const made = await prizm.call('POST', '/api/edi/partners', { as: admin, body: form })
  if (made.statusCode !== 201) throw new Error(made.body)
  const partner = made.json<{ id: number; version: number }>()
  const hand = (text: string, { query = '', by = as } = {}) =>
    prizm.app.inject({
      method: 'POST',
      url: `/api/edi/interchanges${query}`,
      headers: { cookie: by, 'content-type': 'application/edi-x12' },
      payload: text,
    })
  /** Imports a file and returns the result of its only interchange. */
  const take = async (text: string, options = {}): Promise<EdiImportResult> => {
    const answer = await hand(text, options)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    const [only] = answer.json<{ interchanges: EdiImportResult[] }>().interchanges
    return only as EdiImportResult
  }
  const query = async <Row extends object>(text: string): Promise<Row[]> =>
    (await prizm.database.pool.query<Row>(text)).rows
  const orders = () =>
    query<Record<string, unknown>>(
      `select order_number as number, status, hold_reason as hold, order_source as source,
              customer_po as po, subtotal
       from sales_orders order by id`,
    )
  const broken = brokenInvariants
  return { prizm, admin, as, customer, partner, form, hand, take, query, orders, broken }
}

/** The sample order under another control number, so that it counts as new. */
export function withControlNumber(text: string, control: number): string {
  const number = String(control).padStart(9, '0')
  return text
    .replaceAll('000000101', number)
    .replace('*101*X*', `*${control}*X*`)
    .replace('GE*1*101', `GE*1*${control}`)
}

/** The segments of an answer without its envelope segments. */
export function responseSegments({ answers }: EdiImportResult, what: string): string[] {
  const text = answers.find((each) => each.what === what)?.text ?? ''
  const lines = text.split(/~\s*/)
  return lines.filter((line) => !/^(ISA|GS|ST|SE|GE|IEA|)(\*|$)/.test(line))
}
