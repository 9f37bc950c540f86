import type { EventPage, SentResult, SnapshotPage, WarehouseStatus } from '../../protocol.ts'
import type { DocumentKind } from '../../rules.ts'

/** An outbound document: its message ID stays the same for every retry. */
export type OutboundDocument = {
  messageId: string
  code: string
  version: number
  action: string
  payload: unknown
}

/** The exchanged text, for the log. */
export type ExchangeLog = { kind: string; sent: string; answer: string; tookMs: number }

export type Answer<T> = { value: T; exchanged: ExchangeLog }

/**
 * A page of a count. If the warehouse delivers counts as files, `deliveredCount` has the ID of
 * the count, and the cursor of the next one.
 */
export type CountPage = SnapshotPage & { deliveredCount?: { id: string; behind?: string } }

/**
 * The interface to an external warehouse system. Every call may throw: `Unreachable` if there is no
 * answer, `BadAnswer` if the answer is unusable.
 */
export type Warehouse = {
  status(): Promise<Answer<WarehouseStatus>>
  /** Sends documents of one kind; returns an answer for each. */
  send(kind: DocumentKind, documents: readonly OutboundDocument[]): Promise<Answer<SentResult[]>>
  /** A page of the count of all stock: the first, or the one after `cursor`. */
  readInventory(cursor: string | undefined): Promise<Answer<CountPage>>
  /** Marks delivered counts as processed or discarded, so that they are not read again. */
  settleCounts?(ids: readonly string[]): Promise<void>
  /** The events after the cursor; from the beginning without one. */
  readEvents(cursor: string | undefined): Promise<Answer<EventPage>>
  /** Requests a test webhook, to check whether one arrives. */
  askForWebhook(): Promise<Answer<unknown>>
}

/** The warehouse's answer is unusable. `status` is its HTTP status. */
export class UnusableResponse extends Error {
  override name = 'BadAnswer'
  readonly status: number
  readonly exchanged: ExchangeLog

  constructor(sentence: string, { status, exchanged }: { status: number; exchanged: ExchangeLog }) {
    super(sentence)
    this.status = status
    this.exchanged = exchanged
  }
}
