import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { send } from '#platform/web/api-client.ts'
import { listCustomers } from '../../contract.ts'

const limit = 20

/** Finds customers by text, best match first, inactive ones included because they may owe money. */
export async function findCustomers(q: string, signal: AbortSignal): Promise<Choice[]> {
  return choicesOf(await send(listCustomers, { query: { q, limit, sort: 'relevance' }, signal }))
}

/** Finds active customers by text, best match first. */
export async function findActiveCustomers(q: string, signal: AbortSignal): Promise<Choice[]> {
  const query = { q, limit, isActive: 'true' as const, sort: 'relevance' }
  return choicesOf(await send(listCustomers, { query, signal }))
}

function choicesOf(found: readonly { id: number; customerCode: string; name: string }[]): Choice[] {
  return found.map(({ id, customerCode: code, name }) => ({ id, code, text: `${code} - ${name}` }))
}
