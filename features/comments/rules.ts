import type { AuditedEntity } from '#features/audit/contract.ts'

/** The kinds of records that are commented on. */
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

/** How many characters a comment has at most. */
export const mostCharacters = 2000

/** One stretch of a comment: plain words, or the mention of a user. */
export type Piece = { text: string; isMention: boolean }

const wordCharacter = /[\p{L}\p{N}_]/u

/**
 * A comment in stretches. A mention is an `@` that no word runs into, and a name that no word goes
 * on from: `@ana` is not in `ana@example.com` nor in `@anabel`. Case makes no difference; of names
 * that begin alike the longest counts.
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

/** The users a comment mentions, each once. */
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

/** The mention that is being typed where the caret stands: where its `@` is, and what follows. */
export function typedAt(text: string, caret: number): { at: number; name: string } | undefined {
  const found = typedMention.exec(text.slice(0, caret))
  return found ? { at: found.index, name: found[1] ?? '' } : undefined
}

/** The text with the mention at the caret replaced by a whole one, and where the caret is then. */
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

/** What a notification shows of a comment: one line, cut at a word or nearly so. */
export function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  if (line.length <= mostTold) return line
  const cut = Array.from(line).slice(0, mostTold).join('')
  return `${cut.replace(/ \S{0,20}$/, '')} …`
}
