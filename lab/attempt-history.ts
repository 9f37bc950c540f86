import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Answer } from './nodes/http.ts'

/** One attempt of one client: the key, the times and the response. */
export type Attempt = {
  key: string
  node: string
  request: unknown
  /** Milliseconds since the lab started. */
  start: number
  end: number
  /** 0 if no response arrived: the work may or may not have been done. */
  status: number
  /** The id and number of the acknowledged record. */
  id?: number | undefined
  number?: string | undefined
  code?: string | undefined
}

/** A stored record with the key its client gave it. */
export type StoredRecord = { key: string; id: number; number: string }

/** Records attempts and responses in order of response. */
export class History {
  readonly tries: Attempt[] = []

  add(
    attempt: Pick<Attempt, 'key' | 'node' | 'request'>,
    answer: Answer,
    order?: OrderNamed,
  ): void {
    const end = performance.now()
    const { status, body } = answer
    const code = typeof body['code'] === 'string' ? body['code'] : undefined
    const named = order && { id: order.id, number: order.orderNumber }
    this.tries.push({ ...attempt, start: end - answer.ms, end, status, code, ...named })
  }

  /** Writes one JSON line per try. */
  save(file: string): void {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, this.tries.map((each) => `${JSON.stringify(each)}\n`).join(''))
  }
}

type OrderNamed = { id: number; orderNumber: string }

/**
 * Compares responses with stored records: an acknowledged record exists exactly once and as
 * acknowledged, a refused one is absent, an unknown one exists at most once, and nothing else
 * exists. Returns one sentence per fault.
 */
export function compare(tries: readonly Attempt[], stored: readonly StoredRecord[]): string[] {
  const attemptsByKey = byKey(tries)
  const storedByKey = byKey(stored)
  const invented = [...storedByKey.keys()].filter((key) => !attemptsByKey.has(key))
  return [
    ...invented.map((key) => `${key}: stored, and nobody asked for it`),
    ...[...attemptsByKey].flatMap(([key, attempts]) =>
      faultsOf(key, attempts, storedByKey.get(key) ?? []),
    ),
  ]
}

function byKey<Item extends { key: string }>(items: readonly Item[]): Map<string, Item[]> {
  const grouped = new Map<string, Item[]>()
  for (const item of items) {
    const known = grouped.get(item.key)
    if (known) known.push(item)
    else grouped.set(item.key, [item])
  }
  return grouped
}

function faultsOf(
  key: string,
  tries: readonly Attempt[],
  stored: readonly StoredRecord[],
): string[] {
  const acknowledged = tries.filter((each) => each.status >= 200 && each.status < 300)
  const isUnknown = tries.some((each) => isUndecided(each))
  const faults = []
  if (stored.length > 1) faults.push(`${key}: stored ${stored.length} times`)
  if (acknowledged.length > 0 && stored.length === 0) {
    faults.push(`${key}: acknowledged (${acknowledged[0]?.number}) and lost`)
  }
  if (acknowledged.length === 0 && !isUnknown && stored.length > 0) {
    faults.push(`${key}: refused and stored all the same (${stored[0]?.number})`)
  }
  const acknowledgedOrders = new Set(acknowledged.map((each) => `${each.id} ${each.number}`))
  if (acknowledgedOrders.size > 1)
    faults.push(`${key}: acknowledged as different orders: ${[...acknowledgedOrders].join(', ')}`)
  const isOther =
    stored.length === 1 && !acknowledgedOrders.has(`${stored[0]?.id} ${stored[0]?.number}`)
  if (acknowledgedOrders.size === 1 && isOther) {
    faults.push(
      `${key}: acknowledged as ${[...acknowledgedOrders].join()}, stored as ${stored[0]?.number}`,
    )
  }
  return faults
}

/** True if there was no response, a 5xx or "in flight": the work may have been done. */
function isUndecided({ status, code }: Attempt): boolean {
  return status === 0 || status >= 500 || code === 'request-in-flight'
}
