import type { Fields } from '../staff/staff-part-inputs.ts'
import type { Staff } from '../staff/staff.ts'
import type { EdiOrder } from '../staff/edi-order.ts'

/** What a call needs to succeed: the target record, and a valid body or file. */
export type CallSetup = {
  id?: number
  body?: Fields
  csv?: Record<string, string>
  edi?: EdiOrder
  /** The cookie of another sender than the administrator. */
  cookie?: string
  headers?: Record<string, string>
}

/** Puts a record into the state in which one call can succeed. */
export type SetupFunction = (staff: Staff) => Promise<CallSetup> | CallSetup
