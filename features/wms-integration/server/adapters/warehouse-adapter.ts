import type { EventPage, SentResult, SnapshotPage, WarehouseStatus } from '../../protocol.ts'
import type { DocumentKind } from '../../rules.ts'

/** A document that leaves: its number stays the same however often it is sent. */
export type Outgoing = {
  messageId: string
  code: string
  version: number
  action: string
  payload: unknown
}

/** What went over the wire, for the log. */
export type Exchanged = { kind: string; sent: string; answer: string; tookMs: number }

export type Answer<T> = { value: T; exchanged: Exchanged }

/**
 * A page of a count. Where counts are left for us to find, each says which it is, and where the
 * next one begins.
 */
export type CountPage = SnapshotPage & { left?: { id: string; behind?: string } }

/**
 * The door to the warehouse, which belongs to somebody else. Every call may fail: `Unreachable`
 * where there is no answer, `BadAnswer` where it makes no sense.
 */
export type Warehouse = {
  status(): Promise<Answer<WarehouseStatus>>
  /** Hands documents of one kind over; the warehouse answers for each. */
  send(kind: DocumentKind, documents: readonly Outgoing[]): Promise<Answer<SentResult[]>>
  /** A page of the count of all stock: the first, or the one after `cursor`. */
  readInventory(cursor: string | undefined): Promise<Answer<CountPage>>
  /** Says that counts that were left are done with: taken, or given up. They are told no more. */
  settleCounts?(ids: readonly string[]): Promise<void>
  /** What happened since; from the beginning where no place is given. */
  readEvents(cursor: string | undefined): Promise<Answer<EventPage>>
  /** Asks for a webhook, to see whether one arrives. */
  askForWebhook(): Promise<Answer<unknown>>
}

/** The warehouse answered, and the answer is of no use. `status` is its HTTP status. */
export class BadAnswer extends Error {
  override name = 'BadAnswer'
  readonly status: number
  readonly exchanged: Exchanged

  constructor(sentence: string, { status, exchanged }: { status: number; exchanged: Exchanged }) {
    super(sentence)
    this.status = status
    this.exchanged = exchanged
  }
}
