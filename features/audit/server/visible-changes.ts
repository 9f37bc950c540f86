import type { Context } from '#platform/server/database/db.ts'
import type { Activity } from '../contract.ts'
import type { AuditedEntity } from '../audited-entities.ts'
import { erasedFields, erasedText } from '../erased-fields.ts'

/** Returns the fields of an entity that a user may not read, including in its history. */
export type HiddenFields = Partial<
  Record<AuditedEntity, (user: Context['user']) => readonly string[]>
>

/** The id of a comment is of no use to a reader of the history. */
const idFields = ['comment']

/**
 * The SQL of whether the record of an entry `a` was erased. The few erasures are read once for each
 * statement.
 */
export const isErased = `(a.entity, a.entity_id) in (
  select e.entity, e.entity_id from audit_log e where e.action = 'erase')`

type StoredEntry = { action: string; changes: Activity['changes'] | null; isErased: boolean }

const erasedOf: Partial<Record<AuditedEntity, readonly string[]>> = erasedFields

/**
 * The changes of an entry without the hidden fields and without ids of comments. The values of
 * fields that were erased are replaced: the sealed history itself cannot change.
 */
export function visibleChanges(
  entity: AuditedEntity,
  { action, changes, isErased: wasErased }: StoredEntry,
  hidden: readonly string[],
): Activity['changes'] {
  const omitted = action.startsWith('comment') ? idFields : hidden
  const erased = wasErased ? (erasedOf[entity] ?? []) : []
  const visible = Object.entries(changes ?? {}).filter(([name]) => !omitted.includes(name))
  return Object.fromEntries(
    visible.map(([name, change]) => [name, erased.includes(name) ? erasedChange(change) : change]),
  )
}

function erasedChange({ from, to }: { from: unknown; to: unknown }) {
  const hide = (value: unknown) => (value === null || value === undefined ? null : erasedText)
  return { from: hide(from), to: hide(to) }
}
