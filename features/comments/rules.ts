import type { AuditedEntity } from '#features/audit/contract.ts'

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
] as const satisfies readonly AuditedEntity[]
export type CommentedEntity = (typeof commentedEntities)[number]

/** Maximum length of a comment in characters. */
export const mostCharacters = 2000

/** A segment of a comment: plain text or a mention. */
export type Piece = { text: string; isMention: boolean }

const wordCharacter = /[\p{L}\p{N}_]/u

/**
 * Splits a comment into segments. A mention is an `@` and a username with no word character before
 * or after: `@ana` matches neither `ana@example.com` nor `@anabel`. Case-insensitive; the longest
 * matching username wins.
 */
export function piecesOf(text: string, names: readonly string[]): Piece[] {
  const longestFirst = names.toSorted((one, other) => other.length - one.length)
  const pieces: Piece[] = []
  let done = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const name = at < done ? undefined : longestFirst.find((each) => isNamed(text, at, each))
    if (name === undefined) continue
    const end = at + 1 + name.length
    pieces.push({ text: text.slice(done, at), isMention: false })
    pieces.push({ text: text.slice(at, end), isMention: true })
    done = end
  }
  pieces.push({ text: text.slice(done), isMention: false })
  return pieces.filter((piece) => piece.text !== '')
}

function isNamed(text: string, at: number, name: string): boolean {
  const end = at + 1 + name.length
  const isAlone = !wordCharacter.test(text[at - 1] ?? '') && !wordCharacter.test(text[end] ?? '')
  return isAlone && text.slice(at + 1, end).toLowerCase() === name.toLowerCase()
}

/** The users a comment mentions, without duplicates. */
export function mentionedIn<User extends { username: string }>(
  text: string,
  users: readonly User[],
): User[] {
  const names = users.map(({ username }) => username)
  const found = piecesOf(text, names).filter(({ isMention }) => isMention)
  const said = new Set(found.map((piece) => piece.text.slice(1).toLowerCase()))
  return users.filter(({ username }) => said.has(username.toLowerCase()))
}

const typedMention = /(?<![\p{L}\p{N}_])@([^\s@]{0,50})$/u

/** The mention being typed at the caret: the position of its `@` and the text after it. */
export function typedAt(text: string, caret: number): { at: number; name: string } | undefined {
  const found = typedMention.exec(text.slice(0, caret))
  return found ? { at: found.index, name: found[1] ?? '' } : undefined
}

/** Completes the mention at the caret; returns the new text and caret. */
export function withMention(
  text: string,
  caret: number,
  username: string,
): { text: string; caret: number } {
  const at = typedAt(text, caret)?.at ?? caret
  const head = `${text.slice(0, at)}@${username} `
  return { text: head + text.slice(caret).replace(/^ /, ''), caret: head.length }
}

const mostTold = 140

/** A comment shortened for a notification: one line, cut at or near a word boundary. */
export function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  if (line.length <= mostTold) return line
  const cut = Array.from(line).slice(0, mostTold).join('')
  return `${cut.replace(/ \S{0,20}$/, '')} …`
}
