import type { PgTable } from 'drizzle-orm/pg-core'
import type { Context } from '../database/db.ts'
import type { Values } from '../imports/import-file.ts'
import type { Master, MasterRow, MasterTable, RequiredColumns } from './master-data-definition.ts'
import { importedRecords, manyRecords } from './many-records.ts'
import { deletedRecord, oneRecord } from './one-record.ts'

/** What a table's columns accept. */
type ColumnValues<T extends PgTable> = Partial<T['$inferInsert']>

/** The use cases of one kind of master data. Its forms must fit the columns of its table. */
export function masterData<
  T extends MasterTable,
  Row extends MasterRow,
  Form extends Patch & RequiredColumns<T>,
  Patch extends Values,
>(
  declaration: Omit<Master<Row, Form, Patch>, 'table' | 'columnsOf'> & {
    table: T
    /** The columns that a form writes; `before` is undefined for a new record. */
    columnsOf(ctx: Context, form: Patch, before: Row | undefined): ColumnValues<T>
  },
) {
  const master: Master<Row, Form, Patch> = declaration
  return {
    ...oneRecord(master),
    ...deletedRecord(master),
    ...manyRecords(master),
    ...importedRecords(master),
  }
}
