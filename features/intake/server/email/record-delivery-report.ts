import type { DeliveryReport } from '#features/documents/delivery-report.ts'
import { recordBounce } from '#features/documents/server/service.ts'
import { notify, recordNotificationBounce } from '#features/notifications/server/service.ts'
import { businessDay } from '#features/settings/server/service.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'

/** Where a report arrived, and whether it was small enough to be read to its end. */
type ReportSource = { mailbox: string; isWhole: boolean }

/**
 * Marks the email of a delivery report as bounced, which is found by its Message-ID alone. If none
 * is stored, administrators are notified, once a day. The sender of a report may be anybody, so an
 * unknown one changes nothing, and nothing of it is shown.
 */
export async function recordDeliveryReport(
  ctx: Context,
  { messageId, failed }: DeliveryReport,
  { mailbox, isWhole }: ReportSource,
): Promise<void> {
  const [first] = failed
  if (!first && isWhole) return
  const isKnown =
    messageId !== null &&
    first !== undefined &&
    ((await recordBounce(ctx, { messageId, failed })) ||
      (await recordNotificationBounce(ctx, { messageId, reason: first.reason })))
  if (isKnown) return
  const day = await businessDay(ctx)
  const unknownReport = {
    roles: ['admin'],
    kind: 'system',
    key: `unknown-delivery-report ${day}`,
    title: 'A bounce names no stored email',
    text:
      `A delivery report in ${mailbox} says that an email was not delivered, but names none that ` +
      'is stored, such as an invitation or a link for a new password. Look at the report there. ' +
      'This is said at most once a day.',
  } as const
  await inTransaction(ctx, (inner) => notify(inner, [unknownReport]))
}
