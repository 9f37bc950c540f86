import { Refusal } from '#platform/kernel/refusal.ts'
import { type Db, rows } from '../database/db.ts'

/**
 * Records that prevent the deletion of another one: the noun for them, and the column that refers
 * to it. `counts` is the SQL expression to count if not rows. Constants of the program.
 */
export type Reference = { noun: string; table: string; column: string; counts?: string }

/** The referring records of each id, such as `14 orders`; ids without references are omitted. */
export async function referencesTo(
  db: Db,
  references: readonly Reference[],
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (references.length === 0) return new Map()
  const counts = references.map(
    ({ table, column, counts = '*' }, index) =>
      `select ${column} as id, ${index} as kind, count(${counts}) as count
       from ${table} where ${column} = any($1::int[]) group by ${column}`,
  )
  const text = `${counts.join(' union all ')} order by kind`
  const found = await rows<{ id: number; kind: number; count: number }>(db, { name: '', text }, [
    ids,
  ])
  const reasons = new Map<number, string>()
  for (const { id, kind, count } of found) {
    if (!reasons.has(id)) reasons.set(id, counted(count, references[kind]?.noun ?? 'record'))
  }
  return reasons
}

/** The reason why a record cannot be deleted: `C-1042 has 14 orders. Deactivate it instead.` */
export function referencedSentence(code: string, references: string): string {
  return `${code} has ${references}. Deactivate it instead.`
}

/** Throws 409 if other records refer to a record. */
export async function refuseReferenced(
  db: Db,
  references: readonly Reference[],
  { id, code }: { id: number; code: string },
): Promise<void> {
  const found = (await referencesTo(db, references, [id])).get(id)
  if (found) throw new Refusal('conflict', 'referenced', referencedSentence(code, found))
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
