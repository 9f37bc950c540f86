import type { Job, Line, Stock, Verdict } from './warehouse-state.ts'

/** A document as it arrives. Its fields are looked at one by one: it comes from outside. */
export type Document = {
  id: string
  code: string
  action: string
  data: Record<string, unknown>
}

/** Does what a document says, once; a second one of the same number gets the first answer. */
export function handleDocument(stock: Stock, kind: string, document: Document, now: Date): Verdict {
  const before = stock.known.get(document.id)
  if (before) return before.status === 'accepted' ? { status: 'duplicate' } : before
  const verdict = decide(stock, kind, document, now)
  // What was refused may be sent again when it was mended.
  if (verdict.status !== 'rejected') stock.known.set(document.id, verdict)
  return verdict
}

const accepted: Verdict = { status: 'accepted' }

function decide(stock: Stock, kind: string, document: Document, now: Date): Verdict {
  if (kind === 'customers') {
    stock.customers.set(document.code, document.data)
    return accepted
  }
  if (kind === 'items') return handleItem(stock, document.data)
  if (kind === 'movements') return handleMovement(stock, document.data)
  const jobs = kind === 'orders' ? stock.orders : stock.expected
  const isReturn = kind === 'expected-returns'
  return handleJob(stock, jobs, { ...document, isOrder: kind === 'orders', isReturn, now })
}

function handleItem(stock: Stock, data: Document['data']): Verdict {
  const sku = textOf(data['sku'])
  if (!sku) return { status: 'rejected', reason: 'The item has no SKU' }
  const known = stock.items.get(sku)
  const name = textOf(data['name']) ?? sku
  const opening = data['openingStock']
  const location = textOf(data['location']) ?? known?.location ?? 'A-01-01'
  const onHand = known?.onHand ?? (typeof opening === 'number' ? opening : 0)
  stock.items.set(sku, { sku, name, location, onHand })
  return accepted
}

function handleMovement(stock: Stock, data: Document['data']): Verdict {
  const item = stock.items.get(textOf(data['sku']) ?? '')
  const delta = data['delta']
  if (!item || typeof delta !== 'number') {
    return { status: 'rejected', reason: 'There is no such item' }
  }
  item.onHand += delta
  return accepted
}

type JobDocument = Document & { isOrder: boolean; isReturn: boolean; now: Date }

function handleJob(stock: Stock, jobs: Map<string, Job>, document: JobDocument): Verdict {
  const { code, action, data, isOrder, isReturn, now } = document
  const known = jobs.get(code)
  if (action === 'cancel') return cancel(stock, known, data)
  if (action === 'closed' && isReturn) return end(known)
  const lines = linesOf(data)
  const unknownSku = lines.find(({ sku }) => !stock.items.has(sku))
  if (unknownSku) return { status: 'rejected', reason: `There is no item ${unknownSku.sku}` }
  if (lines.length === 0) return { status: 'rejected', reason: `${code} has no lines` }
  if (action === 'closed') return close(stock, known, { isOrder, lines })
  if (known?.status === 'done') return { status: 'too_late', reason: `${code} is done already` }
  const done = new Map(known?.lines.map((line) => [line.lineNo, line.done]))
  jobs.set(code, {
    number: code,
    status: 'open',
    since: now.toISOString(),
    due: textOf(data['expectedDate']) ?? null,
    isReturn,
    lines: lines.map((line) => ({ ...line, done: done.get(line.lineNo) ?? line.done })),
  })
  return accepted
}

/** What came by hand on the other side is booked with it. */
function cancel(stock: Stock, known: Job | undefined, data: Document['data']): Verdict {
  if (known?.status === 'done') {
    return { status: 'too_late', reason: `${known.number} has left already` }
  }
  if (!known) return accepted
  const doneByLine = new Map(linesOf(data).map(({ lineNo, done }) => [lineNo, done]))
  for (const line of known.lines) {
    const units = Math.max(0, (doneByLine.get(line.lineNo) ?? 0) - line.done)
    const item = stock.items.get(line.sku)
    if (item) item.onHand += units
    line.done += units
  }
  known.status = 'cancelled'
  return accepted
}

/** Nothing more of a return comes; what came by hand on the other side is told as movements. */
function end(known: Job | undefined): Verdict {
  if (known?.status === 'open') known.status = 'done'
  return accepted
}

/** The other side has shipped or received it by hand: the goods are where it says. */
function close(
  stock: Stock,
  known: Job | undefined,
  { isOrder, lines }: { isOrder: boolean; lines: readonly Line[] },
): Verdict {
  if (!known || known.status !== 'open') return accepted
  for (const line of known.lines) {
    const sentLine = lines.find(({ lineNo }) => lineNo === line.lineNo)
    const units = isOrder ? line.quantity - line.done : (sentLine?.done ?? line.done) - line.done
    const item = stock.items.get(line.sku)
    if (item) item.onHand += isOrder ? -units : units
    line.done += units
  }
  known.status = 'done'
  return accepted
}

function linesOf(data: Document['data']): Line[] {
  const received = (data['received'] ?? {}) as Record<string, unknown>
  const sentLines = Array.isArray(data['lines']) ? (data['lines'] as unknown[]) : []
  return sentLines.flatMap((each) => {
    const line = (each ?? {}) as Record<string, unknown>
    const [lineNo, sku, quantity] = [line['lineNo'], textOf(line['sku']), line['quantity']]
    if (typeof lineNo !== 'number' || !sku || typeof quantity !== 'number') return []
    const done = received[String(lineNo)]
    const isHeld = line['isHeld'] === true
    return [{ lineNo, sku, quantity, done: typeof done === 'number' ? done : 0, isHeld }]
  })
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
