import type { Role } from '#features/auth/rules.ts'
import type { Chance } from '../seeded-random.ts'
import type { HttpRequest } from '../nodes/http.ts'
import type { Colleague } from './people.ts'

/** The inputs for planning an action: a random generator and the current records. */
export type PlanningKit = {
  chance: Chance
  /** A random row of a query; undefined if there is none. */
  one<Row>(text: string, values?: readonly unknown[]): Promise<Row | undefined>
  all<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** A unique name within this run. */
  fresh(prefix: string): string
  /** The current business day, or the one `before` days ago. */
  day(before?: number): string
  /** Headers that sign an event of the warehouse. */
  signed(id: string, body: string): Record<string, string>
}

/** One possible action on a random record. */
export type ModelAction = {
  name: string
  /** Its relative frequency. */
  weight: number
  /** The roles that normally do it; other roles try it now and then. */
  roles: readonly Role[]
  /** Never run concurrently with other actions. */
  isAlone?: true
  plan(kit: PlanningKit): Promise<HttpRequest | undefined> | HttpRequest | undefined
  /**
   * Predicts the response if nothing else runs concurrently; undefined if it cannot be predicted.
   */
  predict?(kit: PlanningKit, request: HttpRequest, by: Colleague): Promise<string | undefined>
}

/** A row with an id, as most queries return. */
export type Found = { id: number }

/** A random amount between two numbers of cents, in wire format. */
export function amount(chance: Chance, least: number, most: number): string {
  return wire(chance.between(least, Math.max(least, most)))
}

/** Formats nonnegative cents as a wire amount. */
export function wire(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** A random part of an open amount: mostly all of it, sometimes slightly too much. */
export function partOf(chance: Chance, open: string): string {
  const cents = Math.round(Number(open) * 100)
  const die = chance.between(1, 10)
  if (die <= 5) return wire(cents)
  return die === 10 ? wire(cents + 1) : amount(chance, 1, cents)
}

/** Plans a call on a record that a query finds; undefined if it finds none. */
export function onOne(
  path: (id: number) => string,
  query: string,
  bodyOf?: (kit: PlanningKit) => unknown,
): ModelAction['plan'] {
  return async (kit) => {
    const found = await kit.one<Found>(query)
    if (!found) return undefined
    const body = bodyOf?.(kit)
    return { method: 'POST', path: path(found.id), ...(body !== undefined && { body }) }
  }
}

/** Random order lines: a few units each of some SKUs, sometimes one SKU twice. */
export async function randomLines(kit: PlanningKit, most: number): Promise<Line[]> {
  const { chance } = kit
  const skus = await kit.all<Found>('select id from skus where deleted_at is null order by id')
  if (skus.length === 0) return []
  const chosen = chance.some(skus, chance.between(1, most))
  const twice = chance.between(1, 8) === 1 ? chosen.slice(0, 1) : []
  return [...chosen, ...twice].map(({ id }) => ({ skuId: id, quantity: chance.between(1, 9) }))
}

export type Line = { skuId: number; quantity: number }

/** A random reason for calls that require one. */
export function reasonOf({ chance }: PlanningKit): { reason: string } {
  return { reason: chance.oneOf(['Changed their mind', 'A mistake at the desk', 'By agreement']) }
}
