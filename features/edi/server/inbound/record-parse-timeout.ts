import { notify } from '#features/notifications/server/service.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import * as store from '../store.ts'
import { hashOf } from '../outbound/export-interchange.ts'
import { replaceUnstorable } from '../../x12-thread-tasks.ts'

/** Attempts to read a file before it is quarantined. */
const maxAttempts = 2

const countTimeout = {
  name: 'note_ended_edi_reading',
  text: `insert into edi_ended_readings (partner_id, sha256) values ($1, $2)
         on conflict (partner_id, sha256) do update
         set ended_count = edi_ended_readings.ended_count + 1, last_ended_at = now()
         returning ended_count as "endedCount"`,
}

const readPartnerName = {
  name: 'read_edi_partner_name',
  text: 'select name from edi_partners where id = $1',
}

type TimedOutFile = { name: string; text: string; cause: string }

/**
 * Counts a timed-out attempt to read a file. After the first one the file stays in the mailbox for
 * a retry. After the second one it is stored as a quarantined interchange, admins and managers are
 * notified, and the result is true: the caller moves the file out of the inbox.
 */
export function recordParseTimeout(
  ctx: Context,
  partnerId: number,
  { name, text, cause }: TimedOutFile,
): Promise<boolean> {
  return inTransaction(ctx, async (inner) => {
    const sha256 = hashOf(text)
    const [timeouts] = await rows<{ endedCount: number }>(inner.db, countTimeout, [
      partnerId,
      sha256,
    ])
    if ((timeouts?.endedCount ?? 0) < maxAttempts) return false
    const [partner] = await rows<{ name: string }>(inner.db, readPartnerName, [partnerId])
    const reason = `${cause}. It was tried ${maxAttempts} times and is quarantined`
    const [inserted] = await rows<{ id: number }>(inner.db, store.addInterchange, [
      partnerId,
      'in',
      0,
      1,
      'T',
      'quarantined',
      null,
      reason,
      name.slice(0, 200),
      sha256,
      replaceUnstorable(text),
      null,
      null,
    ])
    const sentence = `${partner?.name ?? 'A partner'} left ${name.slice(0, 200)}: ${reason}`
    const to = { roles: ['admin', 'manager'], permission: 'edi.mend' } as const
    const notification = { kind: 'system', title: 'EDI file rejected', text: sentence } as const
    const key = `edi-${inserted?.id ?? 0}`
    await notify(inner, [{ ...to, ...notification, key, link: '/edi?tab=files' }])
    return true
  })
}
