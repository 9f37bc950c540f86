import type { Address } from '#platform/web/screen-address.ts'
import type { BucketId } from '../../rules.ts'

/** Labels of the report and the targets of its links. */
export type AgingLabels = {
  heading: string
  /** `Customer` or `Vendor`. */
  party: string
  empty: string
  /** The rows behind an amount. */
  rowsOf: (behind: AgingRows) => Address
  /** The documents behind an unapplied amount or a total, of all parties or of one. */
  documentsOf: (behind: AgingDocuments) => Address
  /** How the amounts are computed, in words. */
  formula: string
  /** The account whose balance is the total. */
  account: 'receivable' | 'payable'
  /** The aging on a day. */
  agingOn: (day: string, isOwnDay: boolean) => Address
  /** The record of a party. */
  partyOf: (code: string) => Address
  /** Label of the alternative aging basis: `Invoice date`. */
  ownDay: string
  fileName: string
}

/** The documents of one age, of all parties or of one. */
type AgingRows = {
  bucket: BucketId
  code: string | undefined
  asOf: string | undefined
  /** The age counts from the document's own date, not from the due date. */
  isOwnDay: boolean
}

type AgingDocuments = {
  column: 'unapplied' | 'total'
  code: string | undefined
  asOf: string | undefined
}

/** The documents behind a cell. */
export type RowsOf = (column: AgingColumn, code?: string) => Address
type AgingColumn = BucketId | 'unapplied' | 'total'
