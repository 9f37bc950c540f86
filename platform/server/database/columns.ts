import { customType, integer, numeric } from 'drizzle-orm/pg-core'
import type { Day } from '#platform/kernel/days.ts'
import { moment as isoMoment } from './pg-types.ts'

// The column types of the house, so that every room stores an amount, a day and a moment alike.

/** A row's number, given by the database. */
export const rowId = () => integer('id').primaryKey().generatedAlwaysAsIdentity()

/** An amount: decimal text in the program, `numeric(12,2)` in the database. */
export const money = (name: string) => numeric(name, { precision: 12, scale: 2 })

/** A business day without a time zone. */
export const day = customType<{ data: Day; driverData: string }>({ dataType: () => 'date' })

/** A moment: ISO 8601 with Z in the program, `timestamptz` in the database. */
export const moment = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz',
  fromDriver: isoMoment,
})

/** Byte order, so that one index serves equality, sorting and the beginning of a number alike. */
export const documentNumber = customType<{ data: string }>({
  dataType: () => 'varchar(50) collate "C"',
})

/** The number of a document's part: the document's own, a hyphen and a count. */
export const partNumber = customType<{ data: string }>({
  dataType: () => 'varchar(60) collate "C"',
})

/** Bytes such as a hash. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
