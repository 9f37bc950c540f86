import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type * as z from 'zod/mini'
import type { FieldError } from '#platform/kernel/refusal.ts'
import type { Context } from '../database/db.ts'
import type { ImportedRecord } from '../imports/import.ts'
import type { Values } from '../imports/import-file.ts'
import type { RelevanceSpec } from '../lists/list-relevance.ts'
import type { ListSpec } from '../lists/list.ts'
import type { Reference } from '../records/references.ts'
import type { ImportColumn } from '#platform/kernel/import.ts'

// What a room declares of its master data: records with a unique code, such as customers, vendors
// and SKUs, that are created, changed, deleted, restored and imported alike.

/** The columns that every table of master data has. */
export type MasterTable = PgTable &
  Record<'id' | 'isActive' | 'updatedAt' | 'deletedAt' | 'version', PgColumn>

/** The fields that every record of master data has. */
export type MasterRow = { id: number; isActive: boolean; version: number }

/** The columns of a table that an insert must name. */
export type RequiredColumns<T extends PgTable> = {
  [
    Name in keyof T['$inferInsert'] as undefined extends T['$inferInsert'][Name] ? never : Name
  ]: T['$inferInsert'][Name]
}

/** A stored record as an import reads it: the fields of its form, and others if it needs them. */
export type StoredRecord<Row, Form> = Pick<Row, keyof Row & keyof Form> & Partial<Row>

/** Changed fields by name. */
export type Changes = Record<string, { from: unknown; to: unknown }>

export type HistoryEntry = { entityId: number; action: string; changes?: Changes }

/** The history of one kind of record. */
export type RecordHistory = {
  changesBetween(before: object, after: object): Changes
  record(ctx: Context, entries: readonly HistoryEntry[]): Promise<void>
}

/** A change of one record, after it was written. */
export type RecordChange<Row> = { before: Row; after: Row; changes: Changes }

/** A row of a file or a record of an upsert; `before` is null for a new record. */
export type CheckedRow<Row, Form> = {
  form: Form
  before: StoredRecord<Row, Form> | null
  /** True for values that an undo restores: they were stored, so only permissions are checked. */
  isUndo?: boolean
}

/**
 * Master data of one kind: its table and texts, its rules, and what else the room writes with a
 * record. `Row` is a record as the API returns it, `Form` creates one, and `Patch` changes one.
 */
export type Master<Row extends MasterRow, Form extends Patch, Patch extends Values> = {
  /** The noun within a sentence: `customer`, `SKU`. */
  noun: string
  table: MasterTable
  /** The import file: its columns, the schema of a row, and the field of the code. */
  file: {
    name: string
    columns: readonly (ImportColumn & { name: keyof Form })[]
    form: z.ZodMiniType<Form>
    code: string & keyof Row & keyof Form
  }
  /** The unique index of the code, and the problem code of a duplicate. */
  uniqueCode: { index: string; problem: string }
  /** The list, without deleted records; some lists depend on the user. */
  list(ctx: Context): ListSpec
  ranked: RelevanceSpec
  /** The schema of an answer, whose fields an exported file has. */
  answer: { shape: Record<string & keyof Row, unknown> }
  /** The fields that are decimal text. */
  amounts: readonly (string & keyof Row)[]
  references: readonly Reference[]
  history: RecordHistory
  /** Throws 403 if the user may not delete records. */
  requireDeletion(ctx: Context): void
  /** The columns that a form writes; `before` is undefined for a new record. */
  columnsOf(ctx: Context, form: Patch, before: Row | undefined): object
  /** Throws a refusal if a user may not write this form, or its values are wrong. */
  guard?(ctx: Context, form: Patch, before: Row | undefined): Promise<void>
  /** Called with a changed record, inside the transaction, for follow-up writes. */
  changed?(ctx: Context, change: RecordChange<Row>): Promise<void>
  /** The action of a change in the history; `update` by default. */
  actionOf?(before: Partial<Row>, after: Partial<Row>): string
  /** Fields of the form that an import does not write as columns. */
  apart?: readonly (string & keyof Form)[]
  /** Fields beyond the form's that the check of an import needs. */
  alsoRead?: readonly (string & keyof Row)[]
  /** Locks other tables before the records, at the start of an import, upsert or undo. */
  lock?(ctx: Context): Promise<void>
  /** The errors of an imported row beyond its schema. */
  check(ctx: Context, row: CheckedRow<Row, Form>): FieldError[]
  /** Warnings about a row that is imported anyway. */
  warn?(row: CheckedRow<Row, Form>): FieldError[]
  /** Called with imported records, or those that an undo restored, for follow-up writes. */
  imported?(ctx: Context, records: readonly ImportedRecord[], cause: ImportCause): Promise<void>
}

export type ImportCause = 'CSV import' | 'CSV import undone'
