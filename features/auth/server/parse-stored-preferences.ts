import { type StoredPreferences, storedPreferences, listLayout } from '../contract.ts'
import { isOfLaterForm, readStoredFields } from '#platform/kernel/stored-json.ts'

/**
 * Parses the stored preferences of an account, skipping fields and lists that this version cannot
 * read. The skipped ones remain stored.
 */
export function readStoredPreferences(stored: unknown): StoredPreferences {
  return parseStored(stored).fields
}

/**
 * The stored preferences that this version cannot read, by name, such as `theme` or `lists skus`.
 * If a later version stored them all in another form, returns one entry without a name.
 */
export function unreadablePreferences(stored: unknown): { name: string; value: unknown }[] {
  return parseStored(stored).unread
}

function parseStored(storedValue: unknown): {
  fields: StoredPreferences
  unread: { name: string; value: unknown }[]
} {
  if (isOfLaterForm(storedValue)) return { fields: {}, unread: [{ name: '', value: storedValue }] }
  const { lists: _, ...otherFields } = storedPreferences.shape
  const stored = (storedValue ?? {}) as Record<string, unknown>
  const { fields, unread } = readStoredFields(otherFields, stored)
  const unreadable = unread.map((name) => ({ name, value: stored[name] }))
  if (!('lists' in stored)) return { fields, unread: unreadable }
  const { lists } = stored
  if (typeof lists !== 'object' || lists === null || isOfLaterForm(lists)) {
    return { fields, unread: [...unreadable, { name: 'lists', value: lists }] }
  }
  const storedLists = lists as Record<string, unknown>
  const names = Object.keys(storedLists).filter((name) => name !== '$form')
  const layouts = readStoredFields(
    Object.fromEntries(names.map((name) => [name, listLayout])),
    storedLists,
  )
  const unreadableLists = layouts.unread.map((name) => ({
    name: `lists ${name}`,
    value: storedLists[name],
  }))
  const read = { ...fields, lists: layouts.fields as StoredPreferences['lists'] }
  return { fields: read, unread: [...unreadable, ...unreadableLists] }
}
