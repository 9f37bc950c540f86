import type { Fields } from '../desk/desk-base.ts'
import type { Desk } from '../desk/desk.ts'
import type { EdiOrder } from '../desk/edi.ts'

/** Where a call can succeed: the record it is aimed at, and its right body, or its file. */
export type Stage = { id?: number; body?: Fields; csv?: Record<string, string>; edi?: EdiOrder }

/** Brings a record to where one call can succeed. */
export type SetUp = (desk: Desk) => Promise<Stage> | Stage
