import { missing } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { readSums } from '#platform/server/lists/list-sums.ts'
import { readList } from '#platform/server/lists/list.ts'
import type { Letter, LetterDetails, LetterQuery, LetterSumsQuery } from '../contract.ts'
import * as store from './store.ts'

/** Returns a page of letters, or all letters if the query has no limit. */
export function listLetters(ctx: Context, query: LetterQuery) {
  return readList<Letter>(ctx.db, store.letterList, query)
}

/** Returns the number and the past-due amounts of matching letters, also by group. */
export function sumLetters(ctx: Context, query: LetterSumsQuery) {
  return readSums(ctx.db, store.letterList, store.summedLetters, query)
}

/** Returns one letter with its lines. Throws 404 if it does not exist. */
export async function readLetter(ctx: Context, id: number): Promise<LetterDetails> {
  const [letter] = await lettersById(ctx, [id])
  if (!letter) throw missing('That reminder')
  return letter
}

type Line = LetterDetails['lines'][number] & { letterId: number }

/** Returns the letters with these ids, each with its lines. */
export async function lettersById(ctx: Context, ids: readonly number[]): Promise<LetterDetails[]> {
  const letters = await rows<Omit<LetterDetails, 'lines'>>(ctx.db, store.readLetters, [ids])
  const lines = await rows<Line>(ctx.db, store.readLinesOf, [ids])
  return letters.map((letter) => ({
    ...letter,
    lines: lines.flatMap(({ letterId, ...line }) => (letterId === letter.id ? [line] : [])),
  }))
}
