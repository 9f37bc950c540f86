import { notify } from '#features/notifications/server/service.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import * as store from '../store.ts'
import { hashOf } from '../outbound/export-interchange.ts'
import { storable } from '../../x12-tasks.ts'

/** How often the reading of a file is begun before it is put aside. */
const mostReadings = 2

const noteEnded = {
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

type TimedOutFile = { name: string; text: string; whyNot: string }

/**
 * Counts that the reading of a file had to be ended. The first time it is left where it lies and is
 * tried again; the second time it is put on record among the interchanges, a person is told, and
 * true says that it is to be put aside.
 */
export function noteEndedReading(
  ctx: Context,
  partnerId: number,
  { name, text, whyNot }: TimedOutFile,
): Promise<boolean> {
  return inTransaction(ctx, async (inner) => {
    const sha256 = hashOf(text)
    const [noted] = await rows<{ endedCount: number }>(inner.db, noteEnded, [partnerId, sha256])
    if ((noted?.endedCount ?? 0) < mostReadings) return false
    const [partner] = await rows<{ name: string }>(inner.db, readPartnerName, [partnerId])
    const reason = `${whyNot}. It was tried ${mostReadings} times and is put aside`
    const [kept] = await rows<{ id: number }>(inner.db, store.addInterchange, [
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
      storable(text),
      null,
      null,
    ])
    const said = `${partner?.name ?? 'A partner'} left ${name.slice(0, 200)}: ${reason}`
    const news = { kind: 'system', title: 'EDI file not taken', text: said } as const
    const key = `edi-${kept?.id ?? 0}`
    await notify(inner, [{ ...news, key, roles: ['admin', 'manager'], link: '/edi?tab=files' }])
    return true
  })
}
