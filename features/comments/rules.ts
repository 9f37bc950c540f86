import type { AuditedEntity } from '#features/audit/audited-entities.ts'

/** The entities that can have comments. */
export const commentedEntities = [
  'customer',
  'vendor',
  'sku',
  'sales_order',
  'purchase_order',
  'requisition',
  'return',
  'invoice',
  'customer_payment',
  'credit_memo',
  'dunning_letter',
  'vendor_bill',
  'vendor_payment',
  'vendor_credit',
] as const satisfies readonly AuditedEntity[]
export type CommentedEntity = (typeof commentedEntities)[number]

/** Maximum length of a comment in characters. */
export const maxCharacters = 2000

/** A segment of a comment: plain text or a mention. */
export type CommentSegment = { text: string; isMention: boolean }

const wordCharacter = /[\p{L}\p{N}_]/u

/**
 * Splits a comment into segments. A mention is an `@` and a username with no word character before
 * or after: `@ana` matches neither `ana@example.com` nor `@anabel`. Case-insensitive; the longest
 * matching username wins.
 */
export function segmentsOf(text: string, names: readonly string[]): CommentSegment[] {
  const longestFirst = names.toSorted((a, b) => b.length - a.length)
  const segments: CommentSegment[] = []
  let segmentStart = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const name =
      at < segmentStart ? undefined : longestFirst.find((each) => isMentionAt(text, at, each))
    if (name === undefined) continue
    const end = at + 1 + name.length
    segments.push({ text: text.slice(segmentStart, at), isMention: false })
    segments.push({ text: text.slice(at, end), isMention: true })
    segmentStart = end
  }
  segments.push({ text: text.slice(segmentStart), isMention: false })
  return segments.filter((segment) => segment.text !== '')
}

function isMentionAt(text: string, at: number, name: string): boolean {
  const end = at + 1 + name.length
  const isWholeWord =
    !wordCharacter.test(text[at - 1] ?? '') && !wordCharacter.test(text[end] ?? '')
  return isWholeWord && text.slice(at + 1, end).toLowerCase() === name.toLowerCase()
}

/** The users a comment mentions, without duplicates. */
export function mentionedIn<User extends { username: string }>(
  text: string,
  users: readonly User[],
): User[] {
  const names = users.map(({ username }) => username)
  const found = segmentsOf(text, names).filter(({ isMention }) => isMention)
  const mentionedNames = new Set(found.map((segment) => segment.text.slice(1).toLowerCase()))
  return users.filter(({ username }) => mentionedNames.has(username.toLowerCase()))
}

const mentionBeforeCaret = /(?<![\p{L}\p{N}_])@([^\s@]{0,50})$/u

/** The mention being typed at the caret: the position of its `@` and the text after it. */
export function mentionAtCaret(
  text: string,
  caret: number,
): { at: number; name: string } | undefined {
  const found = mentionBeforeCaret.exec(text.slice(0, caret))
  return found ? { at: found.index, name: found[1] ?? '' } : undefined
}

/** Completes the mention at the caret; returns the new text and caret. */
export function withMention(
  text: string,
  caret: number,
  username: string,
): { text: string; caret: number } {
  const at = mentionAtCaret(text, caret)?.at ?? caret
  const prefix = `${text.slice(0, at)}@${username} `
  return { text: prefix + text.slice(caret).replace(/^ /, ''), caret: prefix.length }
}

const maxExcerpt = 140

/** A comment shortened for a notification: one line, cut at or near a word boundary. */
export function shortExcerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  if (line.length <= maxExcerpt) return line
  const truncated = Array.from(line).slice(0, maxExcerpt).join('')
  return `${truncated.replace(/ \S{0,20}$/, '')} …`
}
