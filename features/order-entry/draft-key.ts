import type { SavedDraft } from './contract.ts'

/** What the server accepts as an idempotency key, without spaces. */
const keyPattern = /^[\x21-\x7e]{1,255}$/

/** The key of a saved draft; derived from its id if an earlier version saved it without one. */
export function draftKeyOf({ id, form }: Pick<SavedDraft, 'id' | 'form'>): string {
  const key = form['idempotencyKey']
  return typeof key === 'string' && keyPattern.test(key) ? key : `order-draft-${id}`
}
