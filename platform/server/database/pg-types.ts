import pg from 'pg'
import { moment } from '#platform/kernel/days.ts'

// The type parsers for every database connection.

/** Dates and amounts stay text, counts become numbers, timestamps become ISO strings with Z. */
export const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => parserOf(oid, format),
}

function parserOf(oid: number, format?: 'text' | 'binary') {
  if (oid === 20) return parseInteger
  if (oid === 1184) return moment
  if (oid === 1082 || oid === 1700) return (value: string) => value
  return pg.types.getTypeParser(oid, format as 'text')
}

function parseInteger(value: string): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError('A count left the safe range')
  return number
}
