import { type StoredPreferences, storedPreferences, listLayout } from '../contract.ts'
import { isOfLaterForm, readKeptFields } from '#platform/kernel/stored-json.ts'

/**
 * Parses the stored preferences of an account, skipping fields and lists that this version cannot
 * read. The skipped ones remain stored.
 */
export function readStoredPreferences(stored: unknown): StoredPreferences {
  return readEach(stored).fields
}

/**
 * The stored preferences that this version cannot read, by name, such as `theme` or `lists skus`.
 * If a later version stored them all in another form, returns one entry without a name.
 */
export function unreadablePreferences(stored: unknown): { name: string; value: unknown }[] {
  return readEach(stored).unread
}

function readEach(storedValue: unknown): {
  fields: StoredPreferences
  unread: { name: string; value: unknown }[]
} {
  if (isOfLaterForm(storedValue)) return { fields: {}, unread: [{ name: '', value: storedValue }] }
  const { lists: _, ...others } = storedPreferences.shape
  const stored = (storedValue ?? {}) as Record<string, unknown>
  const { fields, unread } = readKeptFields(others, stored)
  const unfit = unread.map((name) => ({ name, value: stored[name] }))
  if (!('lists' in stored)) return { fields, unread: unfit }
  const { lists } = stored
  if (typeof lists !== 'object' || lists === null || isOfLaterForm(lists)) {
    return { fields, unread: [...unfit, { name: 'lists', value: lists }] }
  }
  const known = lists as Record<string, unknown>
  const names = Object.keys(known).filter((name) => name !== '$form')
  const layouts = readKeptFields(Object.fromEntries(names.map((name) => [name, listLayout])), known)
  const unfitLists = layouts.unread.map((name) => ({ name: `lists ${name}`, value: known[name] }))
  const read = { ...fields, lists: layouts.fields as StoredPreferences['lists'] }
  return { fields: read, unread: [...unfit, ...unfitLists] }
}
