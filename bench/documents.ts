import { createRequire } from 'node:module'
import type * as Pdfmake from 'pdfmake'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.d.ts'
import type { DocumentFileStep } from '#features/documents/contract.ts'
import type { Company } from '#features/documents/printed-document.ts'
import { fontFiles } from '#features/documents/server/fonts.ts'
import { layoutOf } from '#features/documents/server/pdf/document-layout.ts'
import type { InvoiceDetails } from '#features/receivables/contract.ts'
import { invoiceDocument } from '#features/receivables/printed-documents.ts'
import { type Figure, median } from './figures.ts'
import { drive, prepare } from './load-generator.ts'
import { type OrderLoad, pause, placeOrdersDuring, ratioOfP95 } from './paced-orders.ts'
import { createDatabase } from './postgres.ts'
import { type Product, startProduct } from './built-program.ts'
import { randomCustomer, randomItems, seeded, seedMasterData } from './seed-master-data.ts'

const documents = Number(process.env['BENCH_DOCUMENTS'] ?? 200)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
/** How long orders are placed in each round, without PDFs and with them. */
const roundMs = 10_000
const atOnce = 8

/** The package as anyone uses it: the product joins its parts itself. */
const pdfmake = createRequire(import.meta.url)('pdfmake') as typeof Pdfmake
pdfmake.setFonts(fontFiles())
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy(() => true)

const company = {
  companyName: 'Prizm Supplies Inc.',
  companyAddress: '1 Main Street\nSpringfield, IL 62701',
  bankDetails: 'First Bank, account 12345',
}

type Shop = { product: Product; invoices: InvoiceDetails[]; company: Company }
type Round = { quiet: OrderLoad; busy: OrderLoad; ours: number; plain: number }

/**
 * Many invoices in one PDF: how long orders take meanwhile, compared with orders alone, and how
 * many pages are drawn in a second, compared with plain pdfmake.
 */
export async function benchDocuments(): Promise<Figure[]> {
  const database = await createDatabase('documents')
  let product: Product | undefined
  try {
    await seedMasterData(database.pool)
    product = await startProduct({ DATABASE_URL: database.url })
    const shop = await openShop(product)
    await warmUp(shop)
    const found: Round[] = []
    for (let round = 0; round < rounds; round++) found.push(await measureRound(shop))
    return figuresOf(found)
  } finally {
    await product?.stop()
    await database.drop()
  }
}

async function call<A>({ port, cookie }: Product, path: string, request: RequestInit = {}) {
  const headers = { cookie, 'content-type': 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${port}/api/${path}`, { ...request, headers })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as A
}

const posted = <A>(product: Product, path: string, body: object = {}) =>
  call<A>(product, path, { method: 'POST', body: JSON.stringify(body) })

/** A company, and an invoice of three lines for each document. */
async function openShop(product: Product): Promise<Shop> {
  const settings = { method: 'PUT', body: JSON.stringify(company) }
  const profile = await call<Company>(product, 'settings', settings)
  let left = documents
  const ship = async () => {
    while (left > 0) {
      left -= 1
      const body = { customerId: randomCustomer(), items: randomItems() }
      const { order } = await posted<{ order: { id: number } }>(product, 'orders/create', body)
      await posted(product, `sales-orders/${order.id}/process`)
      await posted(product, `sales-orders/${order.id}/ship`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, ship))
  const listed = await call<{ id: number }[]>(product, `invoices?sort=id&limit=${documents}`)
  const invoices: InvoiceDetails[] = []
  for (const { id } of listed) invoices.push(await call(product, `invoices/${id}`))
  if (invoices.length !== documents) throw new Error(`There are ${invoices.length} invoices`)
  return { product, invoices, company: profile }
}

/** The JIT compiles what draws and what places orders while they run. */
async function warmUp(shop: Shop): Promise<void> {
  const { port, cookie } = shop.product
  const requests = Array.from({ length: 500 }, () => {
    const body = { customerId: randomCustomer(), items: randomItems() }
    return prepare('POST', '/api/orders/create', { cookie, body, isKeyed: true })
  })
  await drive({ port, connections: 1, seconds: 10, expect: 201 }, requests)
  await pagesDrawn(shop)
  await pagesOfPdfmake(shop)
}

/** Each round measures all four, so that other load on the machine meets them alike. */
async function measureRound(shop: Shop): Promise<Round> {
  const { product } = shop
  const quiet = await placeOrdersDuring(product, seeded.skus, () => pause(roundMs))
  const busy = await placeOrdersDuring(product, seeded.skus, () => drawFor(shop, roundMs))
  const ours = await pagesASecond(() => pagesDrawn(shop))
  const plain = await pagesASecond(() => pagesOfPdfmake(shop))
  return { quiet, busy, ours, plain }
}

/** Draws the file again and again, at least for some time. */
async function drawFor(shop: Shop, forMs: number): Promise<void> {
  const until = performance.now() + forMs
  do {
    await pagesDrawn(shop)
  } while (performance.now() < until)
}

async function pagesASecond(draw: () => Promise<number>): Promise<number> {
  const began = performance.now()
  const pages = await draw()
  return (1000 * pages) / (performance.now() - began)
}

/** Draws all invoices into one PDF, as the button does, and returns its number of pages. */
async function pagesDrawn({ product, invoices }: Shop): Promise<number> {
  const { port, cookie } = product
  const ids = invoices.map(({ id }) => id).join()
  const url = `http://127.0.0.1:${port}/api/document-files?name=invoice&ids=${ids}`
  const answer = await fetch(url, { headers: { cookie } })
  const lines = (await answer.text()).split('\n').filter(Boolean)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${lines.join()}`)
  const steps = lines.map((line) => JSON.parse(line) as DocumentFileStep)
  const file = steps.at(-1)
  if (!file || !('base64' in file)) throw new Error(`There is no file: ${lines.at(-1)}`)
  return pagesIn(Buffer.from(file.base64, 'base64'))
}

/** Draws the same pages with plain pdfmake in this process, and returns their number. */
async function pagesOfPdfmake(shop: Shop): Promise<number> {
  let pages = 0
  for (const invoice of shop.invoices) {
    const layout = layoutOf(invoiceDocument(invoice, shop.company), shop.company, false)
    const { content, header, footer, defaultStyle, pageSize, title, margins } = layout
    const { left, top, right, bottom } = margins
    const definition: TDocumentDefinitions = {
      content,
      header,
      footer,
      defaultStyle,
      pageSize: { width: pageSize.width, height: pageSize.height },
      pageMargins: [left, top, right, bottom],
      info: { title },
    }
    pages += pagesIn(await pdfmake.createPdf(definition).getBuffer())
  }
  return pages
}

const pagesIn = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

function figuresOf(found: readonly Round[]): Figure[] {
  const ours = median(found.map((round) => round.ours))
  const plain = median(found.map((round) => round.plain))
  return [
    ratioOfP95(
      { part: 'documents', name: 'orders while PDFs are drawn, p95 of that before', atMost: 1.5 },
      joined(found.map(({ quiet }) => quiet)),
      joined(found.map(({ busy }) => busy)),
    ),
    {
      part: 'documents',
      name: `pages of ${documents} invoices in one PDF, of plain pdfmake`,
      measured: (100 * ours) / plain,
      unit: '%',
      target: { atLeast: 60 },
      reach: 100,
      detail: `${ours.toFixed(1)} pages/s, with tags; pdfmake ${plain.toFixed(1)} pages/s, without`,
    },
  ]
}

/** The orders of several rounds as one load. */
function joined(loads: readonly OrderLoad[]): OrderLoad {
  return {
    seconds: loads.reduce((sum, { seconds }) => sum + seconds, 0),
    times: loads.flatMap(({ times }) => times),
    refused: loads.reduce((sum, { refused }) => sum + refused, 0),
  }
}
