import pdfmake from 'pdfmake'
import { drawPdf } from '#features/documents/server/pdf/draw.ts'
import { fontFiles } from '#features/documents/server/fonts.ts'
import { type PrintedDocument, pricedColumns } from '#features/documents/printed-document.ts'
import { emptyCompany } from '#features/settings/rules.ts'
import { describeSpeed, type Figure, median, medianSpeed, type Speed } from './figures.ts'
import { drive } from './load.ts'
import { prepareMany, withProduct } from './orders.ts'
import type { Product } from './product.ts'
import { randomCustomer } from './seed.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 5)
const lines = 200
const company = { ...emptyCompany, companyName: 'Prizm Supplies Inc.', companyLogo: '' }

/** The speed of PDFs, and how much they slow others. */
export async function benchDocuments(): Promise<Figure[]> {
  return [await benchPages(), ...(await benchOrdersBeside())]
}

/**
 * Pages a second of processor time, compared with pdfmake alone: one table with the same texts in the
 * same fonts, without tags, letterhead, barcode or totals that stay with their lines.
 */
export async function benchPages(): Promise<Figure> {
  pdfmake.setFonts(fontFiles())
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy(() => true)
  const ours: number[] = []
  const alone: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const content = documentOf(round)
    const rates = [
      await pagesPerSecond(() => drawPdf({ content, company })),
      await pagesPerSecond(() => pdfmake.createPdf(tableOf(content)).getBuffer()),
    ] as const
    // The first round compiles the code and opens the fonts.
    if (round === 0) continue
    ours.push(rates[0])
    alone.push(rates[1])
  }
  const [own, theirs] = [median(ours), median(alone)]
  return {
    part: 'documents',
    name: `pages of a document of ${lines} lines, of pdfmake alone`,
    measured: (100 * own) / theirs,
    unit: '%',
    target: { atLeast: 100 },
    detail: `${own.toFixed(0)} pages/s of CPU, pdfmake ${theirs.toFixed(0)}`,
  }
}

/** The p95 of orders while PDFs are drawn without a pause, compared with the p95 without them. */
function benchOrdersBeside(): Promise<Figure[]> {
  return withProduct(async ({ product }) => {
    const requests = prepareMany(product, '/api/orders/create', randomCustomer)
    const load = { port: product.port, connections: 8, seconds, expect: 201 }
    const path = await createLongOrder(product)
    await Promise.all([drive(load, requests), drawUntil(product, path)])
    const alone: Speed[] = []
    const beside: Speed[] = []
    let drawn = 0
    for (let round = 0; round < rounds; round++) {
      alone.push(await drive(load, requests))
      const [speed, count] = await Promise.all([drive(load, requests), drawUntil(product, path)])
      beside.push(speed)
      drawn += count
    }
    const [quiet, busy] = [medianSpeed(alone), medianSpeed(beside)]
    const detail = `${describeSpeed(busy)}; without PDFs ${describeSpeed(quiet)}`
    return [
      {
        part: 'documents',
        name: 'p95 of orders while PDFs are drawn, 8 connections',
        measured: busy.p95 / quiet.p95,
        unit: '×',
        target: { atMost: 2 },
        detail: `${detail}; ${drawn} PDFs of 100 lines`,
      },
    ]
  })
}

/** Creates an order of 100 lines and returns the path of its confirmation. */
async function createLongOrder({ port, cookie }: Product): Promise<string> {
  const items = Array.from({ length: 100 }, (_, place) => ({ skuId: place + 1, quantity: 2 }))
  const answer = await fetch(`http://127.0.0.1:${port}/api/orders/create`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'idempotency-key': 'a-long-order' },
    body: JSON.stringify({ customerId: 1, items }),
  })
  if (answer.status !== 201) throw new Error(`Answered ${answer.status}: ${await answer.text()}`)
  const { order } = (await answer.json()) as { order: { id: number } }
  return `/api/sales-orders/${order.id}/confirmation/pdf`
}

/** Requests a PDF again and again, two at a time, and returns how many were drawn. */
async function drawUntil({ port, cookie }: Product, path: string): Promise<number> {
  const until = performance.now() + seconds * 1000
  let count = 0
  const draw = async () => {
    while (performance.now() < until) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`Answered ${answer.status}`)
      count += 1
    }
  }
  await Promise.all([draw(), draw()])
  return count
}

/** Different words in each round: no document consists of words that were measured before. */
function documentOf(round: number): PrintedDocument {
  const long = 'Hex bolt, galvanized, in a box of one hundred, with a name that needs two lines'
  return {
    title: 'Invoice',
    number: `INV-${1000 + round}`,
    parties: [{ title: 'Bill to', name: 'Northwind (C-1042)', address: '2 Side Street' }],
    facts: [['Date', '3/2/2026']],
    columns: pricedColumns,
    rows: Array.from({ length: lines }, (_, place) => {
      const number = round * lines + place
      const name = place % 3 === 0 ? `${long} ${number}` : `Hex bolt ${number}`
      const price = `$${number + 1}.07`
      return [String(place + 1), `SKU-${number}`, name, '2 EA', price, price]
    }),
    sums: [{ name: 'Total', amount: '$9,999.00', isStrong: true }],
    notes: null,
  }
}

function tableOf({ columns, rows }: PrintedDocument) {
  const heads = columns.map(({ head }) => ({ text: head, bold: true }))
  const widths = ['auto', 'auto', '*', 'auto', 'auto', 'auto']
  const table = { headerRows: 1, widths, body: [heads, ...rows.map((row) => [...row])] }
  return { content: [{ table }], defaultStyle: { font: 'Latin', fontSize: 9.5 } }
}

async function pagesPerSecond(draw: () => Promise<Uint8Array>): Promise<number> {
  const before = process.cpuUsage()
  const pdf = await draw()
  const { user, system } = process.cpuUsage(before)
  const pages = Buffer.from(pdf).toString('latin1').split('/Type /Page\n').length - 1
  return pages / ((user + system) / 1e6)
}
