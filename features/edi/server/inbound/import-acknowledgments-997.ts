import { notify } from '#features/notifications/server/service.ts'
import { type Context, rows, send } from '#platform/server/database/db.ts'
import type { Partner } from '../outbound/export-interchange.ts'
import { readAcknowledgement, ta1Words } from '../outbound/acknowledgment-997.ts'
import type { Segment } from '../../x12.ts'

const findOut = {
  name: 'find_edi_interchange_we_sent',
  text: `select id from edi_interchanges
         where partner_id = $1 and direction = 'out' and control_number = $2
         order by epoch desc limit 1 for update`,
}

const answered = {
  name: 'note_edi_answer',
  text: `update edi_interchanges set state = $2, reason = $3, acknowledged_at = $4
         where id = $1`,
}

const answerDocument = {
  name: 'note_edi_answer_to_document',
  text: `update edi_documents
         set state = $3, reason = $4, needs_person = $3 = 'rejected'
         where interchange_id = $1 and ($2::text is null or set_control = $2)
           and state in ('waiting', 'accepted', 'rejected')
         returning id, set_id as "setId", reference`,
}

type AcknowledgedSet = { id: number; setId: string; reference: string | null }

/**
 * Records a partner's 997 for one of our groups. Rejected sets need review, and admins and managers
 * are notified. Returns the group control number that the 997 acknowledges.
 */
export async function noteAcknowledgement(
  ctx: Context,
  partner: Partner,
  segments: readonly Segment[],
): Promise<string> {
  const { group, isTaken, codes, sets } = readAcknowledgement(segments)
  const [ours] = await rows<{ id: number }>(ctx.db, findOut, [partner.id, numberOf(group)])
  if (!ours) return group
  const isWhole = isTaken && sets.every((set) => set.isTaken)
  const reason = isWhole ? null : codes.join(', ') || null
  const state = isWhole ? 'acknowledged' : 'rejected'
  await send(ctx, answered, [ours.id, state, reason, ctx.now.toISOString()])
  const each = sets.length > 0 ? sets : [{ control: null, isTaken, codes }]
  for (const set of each) {
    const fate = set.isTaken && isTaken ? 'accepted' : 'rejected'
    const why = fate === 'rejected' ? [...set.codes, ...codes].join(', ') || null : null
    const acknowledged = await rows<AcknowledgedSet>(ctx.db, answerDocument, [
      ours.id,
      set.control,
      fate,
      why,
    ])
    if (fate === 'rejected') await notifyRejected(ctx, partner, acknowledged, why)
  }
  return group
}

/** TA104: accepted, or accepted with errors noted. */
const accepted = new Set(['A', 'E'])

/**
 * Records a partner's TA1 for one of our interchanges. An interchange accepted with errors (`E`)
 * still waits for its 997; a rejected one needs review.
 */
export async function noteTa1(ctx: Context, partner: Partner, segment: Segment): Promise<void> {
  const [, number = '', , , fate = '', code = ''] = segment
  const [ours] = await rows<{ id: number }>(ctx.db, findOut, [partner.id, numberOf(number)])
  if (!ours || accepted.has(fate)) return
  const why = `TA1 ${code}: ${ta1Words.get(code) ?? 'It was rejected'}`
  await send(ctx, answered, [ours.id, 'rejected', why, ctx.now.toISOString()])
  const acknowledged = await rows<AcknowledgedSet>(ctx.db, answerDocument, [
    ours.id,
    null,
    'rejected',
    why,
  ])
  await notifyRejected(ctx, partner, acknowledged, why)
}

function numberOf(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}

async function notifyRejected(
  ctx: Context,
  partner: Partner,
  acknowledged: readonly AcknowledgedSet[],
  why: string | null,
): Promise<void> {
  await notify(
    ctx,
    acknowledged.map(({ id, setId, reference }) => ({
      roles: ['admin', 'manager'] as const,
      kind: 'system' as const,
      key: `edi-refused-${id}`,
      title: 'EDI document refused',
      text: `${partner.name} refused ${setId} ${reference ?? ''}: ${why ?? 'no reason given'}`,
      link: '/edi?tab=documents',
    })),
  )
}
