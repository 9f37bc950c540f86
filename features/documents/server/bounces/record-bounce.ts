import { advance } from '#platform/kernel/flow.ts'
import { cutText } from '#platform/kernel/fields.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import type { Sending } from '../../contract.ts'
import { bouncedRecipients, type FailedRecipient } from '../../delivery-report.ts'
import { addressesOf, sendingFlow } from '../../rules.ts'
import { saveBounces } from '../automatic/email-rules-store.ts'

type SentEmail = Pick<Sending, 'id' | 'status' | 'to' | 'cc' | 'lastError'> & {
  isHandedOver: boolean
  isBounced: boolean
  bouncedAddresses: string | null
}

const lockSending = {
  name: 'lock_sending_of_message',
  text: `select id, status, to_addresses as "to", cc_addresses as "cc", last_error as "lastError",
                handed_over_at is not null as "isHandedOver",
                bounced_at is not null as "isBounced", bounced_addresses as "bouncedAddresses"
         from document_sendings where message_id = $1::uuid
         for update`,
}

/**
 * An email that reached some recipients stays sent; one that reached none has failed, and needs a
 * person again if it was set aside.
 */
const markBounced = {
  name: 'mark_document_bounced',
  text: `update document_sendings
         set status = $2::text, last_error = $3, bounced_addresses = $4, bounced_at = now(),
             sent_at = case when $2::text = 'sent' then sent_at end,
             handed_over_at = case when $2::text = 'queued' then handed_over_at end,
             set_aside_at = case when status = $2::text then set_aside_at end,
             version = version + 1
         where id = $1`,
}

/** A delivery report that names an email by the UUID in its Message-ID. */
type IdentifiedReport = { messageId: string; failed: readonly FailedRecipient[] }

/**
 * Marks a sent document as bounced for the recipients that a delivery report names, and notes their
 * addresses. The same report again changes nothing. Returns false if no document was sent under
 * that Message-ID, which only those know who got the email.
 */
export function recordBounce(ctx: Context, report: IdentifiedReport): Promise<boolean> {
  return inTransaction(ctx, async (inner) => {
    const [sending] = await rows<SentEmail>(inner.db, lockSending, [report.messageId])
    if (!sending) return false
    // It waits to be sent again: the report is about the attempt before.
    if (sending.status === 'queued' && !sending.isHandedOver) return true
    await addBounces(inner, sending, report.failed)
    return true
  })
}

async function addBounces(
  ctx: Context,
  sending: SentEmail,
  failed: readonly FailedRecipient[],
): Promise<void> {
  const { id, status, to, cc, isBounced } = sending
  const recipients = [...addressesOf(to), ...addressesOf(cc)].map((each) => each.toLowerCase())
  const before = addressesOf(sending.bouncedAddresses)
  const bounced = bouncedRecipients(recipients, failed).filter(({ address }) =>
    address === null ? !isBounced : !before.includes(address),
  )
  if (bounced.length === 0) return
  const named = bounced.flatMap(({ address, reason }) => (address ? [{ address, reason }] : []))
  const addresses = [...before, ...named.map(({ address }) => address)]
  const isUndelivered = recipients.every((recipient) => addresses.includes(recipient))
  const after =
    isUndelivered && status !== 'failed' ? advance(sendingFlow, status, 'bounce') : status
  // What an uncertain email said is answered now.
  const earlier = status === 'uncertain' ? [] : [sending.lastError]
  const sentences = bounced.map(({ address, reason }) =>
    address === null ? `Bounced: ${reason}` : `Bounced for ${address}: ${reason}`,
  )
  const lastError = cutText([...earlier, ...sentences].filter(Boolean).join('; '), 1000)
  await rows(ctx.db, markBounced, [id, after, lastError, addresses.join(', ') || null])
  if (named.length === 0) return
  const reasons = named.map(({ reason }) => reason)
  await rows(ctx.db, saveBounces, [named.map(({ address }) => address), reasons, id, true])
}
