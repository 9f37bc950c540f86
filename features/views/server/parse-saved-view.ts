import { isOfLaterForm, laterForm, unreadableFieldSentence } from '#platform/kernel/stored-json.ts'
import { dayKey, isViewKey, type ViewSearch } from '../rules.ts'

export type StoredView = { search: ViewSearch; whyNot?: string }

/**
 * The content of a stored view of any version, or why this version cannot read it. A view is read
 * completely or not at all: without one of its filters it would show other records. The report date
 * that earlier versions stored is ignored.
 */
export function readStoredView(stored: unknown): StoredView {
  if (isOfLaterForm(stored)) return { search: {}, whyNot: laterForm }
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) {
    return { search: {}, whyNot: 'It does not contain a view.' }
  }
  const parts = Object.entries(stored).filter(([key]) => key !== dayKey && key !== '$form')
  const unread = parts.find(([key, value]) => !isViewKey(key) || typeof value !== 'string')
  if (unread) return { search: {}, whyNot: unreadableFieldSentence(unread[0]) }
  return { search: Object.fromEntries(parts) as ViewSearch }
}
