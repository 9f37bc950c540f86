import type { Role } from '#features/auth/rules.ts'
import type { Chance } from '../chance.ts'
import type { HttpRequest } from '../nodes/http.ts'
import type { Colleague } from './people.ts'

/** What an act is planned with: its dice, and the records as they are at this moment. */
export type Kit = {
  chance: Chance
  /** One of the rows of a query, or nothing where there is none. */
  one<Row>(text: string, values?: readonly unknown[]): Promise<Row | undefined>
  all<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** A name that nothing else of this run has. */
  fresh(prefix: string): string
  /** The business day, or the one so many days before. */
  day(before?: number): string
  /** Headers that sign an event of the warehouse. */
  signed(id: string, body: string): Record<string, string>
}

/** One thing that somebody may do, on whatever record chance names. */
export type ModelAction = {
  name: string
  /** How often it is done, beside the others. */
  weight: number
  /** Whose work it is; now and then somebody else tries. */
  roles: readonly Role[]
  /** Nothing else is done at the same time. */
  isAlone?: true
  plan(kit: Kit): Promise<HttpRequest | undefined> | HttpRequest | undefined
  /** Its answer where nothing else is done at the same time; undefined where that is open. */
  foretell?(kit: Kit, asked: HttpRequest, by: Colleague): Promise<string | undefined>
}

/** A row that has an id, as most queries of the acts answer it. */
export type Found = { id: number }

/** An amount of money on the wire, from so many cents to so many. */
export function amount(chance: Chance, least: number, most: number): string {
  return wire(chance.between(least, Math.max(least, most)))
}

/** Cents, of which there are none or some, on the wire. */
export function wire(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** A part of an open amount, mostly all of it, and now and then a little too much. */
export function partOf(chance: Chance, open: string): string {
  const whole = Math.round(Number(open) * 100)
  const die = chance.between(1, 10)
  if (die <= 5) return wire(whole)
  return die === 10 ? wire(whole + 1) : amount(chance, 1, whole)
}

/** A call on a record that a query finds, or none where it finds nothing. */
export function onOne(
  path: (id: number) => string,
  query: string,
  bodyOf?: (kit: Kit) => unknown,
): ModelAction['plan'] {
  return async (kit) => {
    const found = await kit.one<Found>(query)
    if (!found) return undefined
    const body = bodyOf?.(kit)
    return { method: 'POST', path: path(found.id), ...(body !== undefined && { body }) }
  }
}

/** Lines of an order: some SKUs with a few units each, now and then one of them twice. */
export async function wantedLines(kit: Kit, most: number): Promise<Line[]> {
  const { chance } = kit
  const skus = await kit.all<Found>('select id from skus where deleted_at is null order by id')
  if (skus.length === 0) return []
  const chosen = chance.some(skus, chance.between(1, most))
  const twice = chance.between(1, 8) === 1 ? chosen.slice(0, 1) : []
  return [...chosen, ...twice].map(({ id }) => ({ skuId: id, quantity: chance.between(1, 9) }))
}

export type Line = { skuId: number; quantity: number }

/** Why something is done, where a call asks for it. */
export function reasonOf({ chance }: Kit): { reason: string } {
  return { reason: chance.oneOf(['Changed their mind', 'A mistake at the desk', 'By agreement']) }
}
