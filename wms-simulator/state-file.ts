import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { emptyStock, type Stock } from './warehouse-state.ts'

/** Reads what the warehouse was like when it was stopped; an empty one where there is nothing. */
export function readState(file: string | undefined): Stock {
  if (!file || !existsSync(file)) return emptyStock()
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Record<keyof Stock, never>
  return {
    born: stored.born,
    items: new Map(stored.items),
    customers: new Map(stored.customers),
    orders: new Map(stored.orders),
    expected: new Map(stored.expected),
    known: new Map(stored.known),
    events: stored.events,
    numbers: stored.numbers,
  }
}

/** Writes the whole state beside the old file and then in its place, so that none is half. */
export function writeState(file: string | undefined, stock: Stock): void {
  if (!file) return
  mkdirSync(dirname(file), { recursive: true })
  const state = {
    ...stock,
    items: [...stock.items],
    customers: [...stock.customers],
    orders: [...stock.orders],
    expected: [...stock.expected],
    known: [...stock.known],
  }
  writeFileSync(`${file}.new`, JSON.stringify(state))
  renameSync(`${file}.new`, file)
}
