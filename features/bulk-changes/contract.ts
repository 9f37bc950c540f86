import * as z from 'zod/mini'
import { skippedRecord } from '#platform/kernel/bulk.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { momentText } from '#platform/kernel/fields.ts'
import { defineList, field } from '#platform/kernel/list.ts'
import { actionLabels, resultLabels, stateLabels, tableLabels } from './labels.ts'
import { changeActions, changedTables, changeStates, rowResults } from './rules.ts'

/** An import of a file, the upsert of a program, or a bulk edit. */
export const bulkChange = z.object({
  id: z.int(),
  table: z.enum(changedTables),
  action: z.enum(changeActions),
  madeAt: momentText,
  /** The user who made it; null for the system. */
  madeBy: z.nullable(z.string()),
  /** The name of the imported file; null for pasted rows, upserts and bulk edits. */
  fileName: z.nullable(z.string()),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  state: z.enum(changeStates),
  undoneAt: z.nullable(momentText),
  undoneBy: z.nullable(z.string()),
})
export type BulkChange = z.infer<typeof bulkChange>

/** The list of imports and bulk edits. */
export const bulkChangeList = defineList({
  name: 'bulk-changes',
  row: bulkChange,
  defaultSort: '-madeAt',
  fields: {
    madeAt: field.moment({
      label: 'Time',
      filterLabel: 'Date',
      sortable: true,
      range: ['from', 'to'],
      column: { width: 176, phone: 'date' },
    }),
    madeBy: field.text({ label: 'User', column: { width: 130, phone: 'line' } }),
    table: field.choice(changedTables, {
      label: 'Records',
      valueLabels: tableLabels,
      filterable: true,
      column: { width: 150 },
    }),
    action: field.choice(changeActions, {
      label: 'Action',
      valueLabels: actionLabels,
      filterable: true,
      column: { width: 130 },
    }),
    fileName: field.text({ label: 'File', column: { width: 180, isLong: 'one line' } }),
    result: field.text({ label: 'Result', column: { width: 220, isLong: true } }),
    state: field.choice(changeStates, {
      label: 'Undo',
      valueLabels: stateLabels,
      filterable: true,
      column: { width: 140, phone: 'badge' },
    }),
    id: field.reference({ sortable: true }),
  },
  chips: ['table', 'action', 'madeAt', 'state'],
  views: [
    { label: 'All', filters: {} },
    { label: 'Imports', filters: { action: 'import' } },
    { label: 'Can be undone', filters: { state: 'undoable' } },
  ],
})
export type BulkChangeQuery = z.output<typeof bulkChangeList.query>

export const listBulkChanges = endpoint('GET', '/api/bulk-changes', {
  permission: 'activity.read',
  query: bulkChangeList.query,
  returns: z.array(bulkChange),
  summary:
    'Imports and bulk edits of the kinds that the caller may make, newest first, with user, ' +
    'time, file, counts and whether they can be undone; `q` searches files and users',
})

export const readBulkChange = endpoint('GET', '/api/bulk-changes/:id', {
  permission: 'activity.read',
  returns: bulkChange,
  summary: 'One import or bulk edit',
})

/** What an import or a bulk edit did with one record. */
export const bulkChangeRow = z.object({
  /** The id of the record; a negative number if there is none, such as for a refused order. */
  id: z.int(),
  /** The row of the file, as in a spreadsheet; null for a bulk edit, and if it is not stored. */
  row: z.nullable(z.int()),
  /** The number or code of the record; null if there is none, or if it no longer exists. */
  record: z.nullable(z.string()),
  result: z.enum(rowResults),
  /** The names of the changed fields of a record that existed. */
  fields: z.array(z.string()),
  /** Why the record was skipped. */
  reason: z.nullable(z.string()),
})
export type BulkChangeRow = z.infer<typeof bulkChangeRow>

/** The list of the records of one import or bulk edit. */
export const bulkChangeRowList = defineList({
  name: 'bulk-change-rows',
  row: bulkChangeRow,
  defaultSort: 'row,id',
  fields: {
    record: field.text({ label: 'Record', column: { width: 180, isLong: 'one line' } }),
    row: field.units({ label: 'Row of the file', sortable: true, column: { width: 120 } }),
    result: field.choice(rowResults, {
      label: 'Result',
      valueLabels: resultLabels,
      filterable: true,
      column: { width: 110, phone: 'badge' },
    }),
    fields: field.text({ label: 'Changed fields', column: { width: 220, isLong: true } }),
    reason: field.text({ label: 'Reason', column: { width: 260, isLong: true, phone: 'line' } }),
    id: field.reference({ sortable: true }),
  },
  chips: ['result'],
})
export type BulkChangeRowQuery = z.output<typeof bulkChangeRowList.query>

export const listBulkChangeRows = endpoint('GET', '/api/bulk-changes/:id/rows', {
  permission: 'activity.read',
  query: bulkChangeRowList.query,
  returns: z.array(bulkChangeRow),
  summary:
    'The records of an import or a bulk edit, with the result of each, for 30 days; also those ' +
    'that it left as they were, and the orders of a file that it did not create, with the reason',
})

/** The number of undone records, and what prevents the undo, of which a dry run may return some. */
export const undoOutcome = z.object({ undone: z.int(), blockers: z.array(skippedRecord) })
export type UndoOutcome = z.infer<typeof undoOutcome>

export const undoBulkChange = endpoint('POST', '/api/bulk-changes/:id/undo', {
  permission: 'activity.read',
  query: z.object({ dryRun: z.optional(z.enum(['true', 'false'])) }),
  returns: undoOutcome,
  summary:
    'Undoes an import or a bulk edit that the caller may make, all of its records or none. ' +
    'Imported orders are cancelled, stock counts reversed, and shipments returned. If a ' +
    'record prevents it, nothing is undone, and `errors` lists each one by its id. `dryRun` ' +
    'returns this list and changes nothing',
})
