import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { send } from '#platform/web/api-client.ts'
import { listVendors } from '../../contract.ts'

const limit = 20

/**
 * Vendors that match a text, best match first; includes inactive ones, who may still be owed money.
 */
export async function findVendors(q: string, signal: AbortSignal): Promise<Choice[]> {
  return choicesOf(await send(listVendors, { query: { q, limit, sort: 'relevance' }, signal }))
}

/** Active vendors that match a text, best match first. */
export async function findActiveVendors(q: string, signal: AbortSignal): Promise<Choice[]> {
  const query = { q, limit, isActive: 'true' as const, sort: 'relevance' }
  return choicesOf(await send(listVendors, { query, signal }))
}

function choicesOf(found: readonly { id: number; vendorCode: string; name: string }[]): Choice[] {
  return found.map(({ id, vendorCode: code, name }) => ({ id, code, text: `${code} - ${name}` }))
}
