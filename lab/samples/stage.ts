import type { Fields } from '../staff/staff-base.ts'
import type { Desk } from '../staff/staff.ts'
import type { EdiOrder } from '../staff/edi.ts'

/** Where a call can succeed: the record it is aimed at, and its right body, or its file. */
export type Stage = { id?: number; body?: Fields; csv?: Record<string, string>; edi?: EdiOrder }

/** Brings a record to where one call can succeed. */
export type SetUp = (desk: Desk) => Promise<Stage> | Stage
