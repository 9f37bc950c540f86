import { type KeptPreferences, storedPreferences, listLayout } from '../contract.ts'
import { isOfLaterForm, readKeptFields } from '#platform/kernel/stored-json.ts'

/**
 * Preferences as an account keeps them, without those that this version cannot read: each of them
 * and each list by itself. What is left out stays with the account.
 */
export function readStoredPreferences(kept: unknown): KeptPreferences {
  if (isOfLaterForm(kept)) return {}
  const { lists: _, ...others } = storedPreferences.shape
  const { fields } = readKeptFields(others, kept)
  const { lists } = (kept ?? {}) as { lists?: unknown }
  if (typeof lists !== 'object' || lists === null) return fields
  const layouts = Object.fromEntries(Object.keys(lists).map((name) => [name, listLayout]))
  return { ...fields, lists: readKeptFields(layouts, lists).fields as KeptPreferences['lists'] }
}
