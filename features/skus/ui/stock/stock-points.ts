import { formatMoment } from '#platform/ui/dates/moments.ts'
import type { StockMove } from '../../contract.ts'
import { deltaText, moveText } from '../../rules.ts'

/** The stock on hand at a moment, in milliseconds, and the movements of that moment. */
type StockAt = { moment: number; moves: readonly StockMove[]; level: number }

/** A point of the stock chart; `before` is the stock at the same time some days earlier. */
export type StockPoint = StockAt & { id: string; before?: StockAt }

const dayMs = 24 * 60 * 60 * 1000

/** A point for each movement. */
export function pointsOf(moves: readonly StockMove[]): StockPoint[] {
  return moves.map((move) => {
    const { id, onHandAfter: level } = move
    return { id: String(id), moment: momentOf(move), moves: [move], level }
  })
}

/**
 * How many whole days up to `end` (in milliseconds) can be compared with as many days before them:
 * half of those since the first movement. 0 if there is nothing to compare.
 */
export function comparableDays(moves: readonly StockMove[], end: number): number {
  const [first] = moves
  return first ? Math.max(0, Math.floor((end - momentOf(first)) / (2 * dayMs))) : 0
}

/**
 * The stock of the last days up to `end` beside that of as many days before: a point at the start,
 * and one for each movement of these days and, as many days later, of the days before. The
 * movements are in their order, the first one before all these days.
 */
export function comparedPoints(
  moves: readonly StockMove[],
  { end, days }: { end: number; days: number },
): StockPoint[] {
  const shift = days * dayMs
  const start = end - shift
  const moments = moves.flatMap((move) => {
    const moment = momentOf(move)
    if (moment > start) return [moment]
    return moment > start - shift ? [moment + shift] : []
  })
  const distinct = [...new Set([start, ...moments])].toSorted((one, other) => one - other)
  return distinct.map((moment) => {
    const before = stockAt(moves, moment - shift)
    return { id: String(moment), ...stockAt(moves, moment), before }
  })
}

/** What a point says: its movements and the stock, and those of the days before. */
export function describePoint({ before, ...at }: StockPoint): string {
  return before ? `${describeStock(at)}; ${describeStock(before)}` : describeStock(at)
}

/** The movements and the stock of a point as cells of the table; `-` without a movement. */
export function cellsOfStock({ moves, level }: StockAt): [movement: string, level: string] {
  const delta = moves.reduce((sum, { onHandDelta }) => sum + onHandDelta, 0)
  return [moves.length === 0 ? '-' : deltaText(delta), formatLevel(level)]
}

/** Units on hand with separators: `1,240`. */
export function formatLevel(level: number): string {
  return level.toLocaleString('en-US')
}

function stockAt(moves: readonly StockMove[], moment: number): StockAt {
  const [first] = moves
  const earliest = first ? first.onHandAfter - first.onHandDelta : 0
  const last = moves.findLast((move) => momentOf(move) <= moment)
  const then = moves.filter((move) => momentOf(move) === moment)
  return { moment, moves: then, level: last?.onHandAfter ?? earliest }
}

function describeStock({ moment, moves, level }: StockAt): string {
  const acts = moves.map(({ kind, onHandDelta }) =>
    [moveText(kind), deltaText(onHandDelta)].join(' ').trim(),
  )
  return `${formatMoment(moment)}: ${[...acts, `${formatLevel(level)} on hand`].join(', ')}`
}

function momentOf({ occurredAt }: StockMove): number {
  return Date.parse(occurredAt)
}
