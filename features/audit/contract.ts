import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { amountText, dayField, dayText, isMoment, momentText } from '#platform/kernel/fields.ts'
import { defineList, field } from '#platform/kernel/list.ts'
import { activity } from './activity-contract.ts'
import { type AuditedEntity, auditedEntities, eventEntities } from './audited-entities.ts'
import { knownActions } from './labels.ts'

export { type Activity, activity, fieldChange, readActivity } from './activity-contract.ts'
export { type Change, change, listenToChanges } from './changes-contract.ts'
export {
  type ImportedTable,
  importedTables,
  listImports,
  type PastImport,
  pastImport,
} from './imports-contract.ts'

/** Records whose past values can be read: what decisions on orders read of them. */
export const versionedEntities = ['customer', 'sku', 'contract_price', 'setting'] as const
export type VersionedEntity = (typeof versionedEntities)[number]

/** Whether the past values of a kind of record can be read. */
export function isVersioned(entity: AuditedEntity): entity is VersionedEntity {
  return versionedEntities.some((each) => each === entity)
}

/** A contract price of a customer that was in force on a day. */
export const pastContractPrice = z.object({
  sku: z.string(),
  minimumQuantity: z.int(),
  contractPrice: amountText,
  effectiveDate: dayText,
  expirationDate: z.nullable(dayText),
})
export type PastContractPrice = z.infer<typeof pastContractPrice>

/** The values of a record for a day, as they were known at a moment. */
export const pastValues = z.object({
  day: dayText,
  knownAt: momentText,
  /** False if there was no such record then. */
  exists: z.boolean(),
  /** Since when these values were known; null if there are none. */
  knownFrom: z.nullable(momentText),
  /** Who changed them then; null if they are older than all past values. */
  changedBy: z.nullable(z.string()),
  /** In the order in which people read them. */
  values: z.array(z.object({ field: z.string(), value: z.unknown() })),
  /** Of a customer, by SKU, at most 200; missing for callers who may not read them. */
  contractPrices: z.optional(z.array(pastContractPrice)),
  hasMoreContractPrices: z.optional(z.boolean()),
})
export type PastValues = z.infer<typeof pastValues>

export const readPastValues = endpoint('GET', '/api/activity/:id/past-values', {
  permission: 'activity.read',
  isDerived: true,
  query: z.object({
    entity: z.enum(versionedEntities),
    day: dayField,
    knownAt: z.optional(
      z
        .string()
        .check(
          z.refine(isMoment, { error: 'Must be a moment such as 2026-03-01T15:00:00Z' }),
          z.maxLength(40),
        ),
    ),
  }),
  returns: pastValues,
  summary:
    'What orders read of a record on a day, as known at its end or at another moment: credit, ' +
    'terms and contract prices of a customer, list prices of a SKU, a contract price, or the ' +
    'settings that were changed with the tax rates in force (`entity` `setting`, id 1)',
})

/**
 * One entry of the history of all records. `record` is the number or code of its record, null if it
 * has none or no longer exists. `actor` is `system` if no user acted.
 */
export const historyEntry = z.object({
  ...z.omit(activity, { comment: true }).shape,
  entity: z.enum(auditedEntities),
  entityId: z.int(),
  record: z.nullable(z.string()),
})
export type HistoryEntry = z.infer<typeof historyEntry>

/** The list of all changes to all records. */
export const historyList = defineList({
  name: 'history',
  row: historyEntry,
  defaultSort: '-at',
  fields: {
    at: field.moment({
      label: 'Time',
      filterLabel: 'Date',
      sortable: true,
      range: ['from', 'to'],
      column: { width: 176, phone: 'date' },
    }),
    actor: field.text({ label: 'User', filterable: true, column: { width: 130, phone: 'line' } }),
    entity: field.choice(auditedEntities, {
      label: 'Kind of record',
      filterable: true,
      column: { width: 150 },
    }),
    record: field.text({ label: 'Record', column: { width: 150, isLong: 'one line' } }),
    action: field.choice(knownActions, {
      label: 'Action',
      filterable: true,
      column: { width: 140, phone: 'badge' },
    }),
    summary: field.text({ label: 'What changed', column: { width: 280, isLong: true } }),
    channel: field.text({ label: 'Made', column: { width: 120, isOptional: true } }),
    /** With `entity`: the id of the record. */
    entityId: field.wholeNumber({ label: 'Record ID', filterable: true }),
  },
  chips: ['entity', 'actor', 'at', 'action'],
  views: [
    { label: 'All', filters: {} },
    { label: 'Settings', filters: { entity: 'setting' } },
    { label: 'Users and keys', filters: { entity: ['user', 'role', 'api_key'] } },
    { label: 'Master data', filters: { entity: ['customer', 'vendor', 'sku', 'contract_price'] } },
    { label: 'Deleted', filters: { action: 'delete' } },
  ],
})

const historyQuery = historyList.query
export type HistoryQuery = z.output<typeof historyQuery>

export const listHistory = endpoint('GET', '/api/history', {
  permission: 'activity.read',
  isDerived: true,
  query: historyQuery,
  returns: z.array(historyEntry),
  summary:
    'The changes to all records whose history the caller may read, newest first; `q` is the ' +
    'beginning of the number of a record',
})

export const readHistoryEntry = endpoint('GET', '/api/history/:id', {
  permission: 'activity.read',
  returns: historyEntry,
  summary: 'One entry of the history, with the values before and after',
})

/**
 * Something that happened to a record, such as `sales-order.created`. `version` is that of the
 * record. An event has no contents: what a caller may see of them decides the call that reads the
 * record.
 */
export const domainEvent = z.object({
  id: z.uuid(),
  topic: z.string(),
  /** The step, if the topic has several: `ship`. */
  action: z.nullable(z.string()),
  at: momentText,
  entity: z.enum(eventEntities),
  entityId: z.int(),
  version: z.int(),
})
export type DomainEvent = z.infer<typeof domainEvent>

export const listEvents = endpoint('GET', '/api/events', {
  permission: 'activity.read',
  query: z.object({
    after: z.optional(z.uuid().check(z.maxLength(36))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000))),
  }),
  returns: z.array(domainEvent),
  summary:
    'The events of the last 30 days about records that the caller may read, oldest first; none ' +
    'is missed after the `id` of the last one known',
})
