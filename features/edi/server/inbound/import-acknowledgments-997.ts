import { notify } from '#features/notifications/server/service.ts'
import { type Context, rows, send } from '#platform/server/database/db.ts'
import type { Partner } from '../outbound/export-interchange.ts'
import { readAcknowledgment997, ta1Texts } from '../acknowledgment-997.ts'
import type { Segment } from '../../x12.ts'

const findOutbound = {
  name: 'find_edi_interchange_we_sent',
  text: `select id from edi_interchanges
         where partner_id = $1 and direction = 'out' and control_number = $2
         order by epoch desc limit 1 for update`,
}

const updateInterchangeState = {
  name: 'note_edi_answer',
  text: `update edi_interchanges set state = $2, reason = $3, acknowledged_at = $4
         where id = $1`,
}

const updateDocumentState = {
  name: 'note_edi_answer_to_document',
  text: `update edi_documents
         set state = $3, reason = $4, needs_person = $3 = 'rejected'
         where interchange_id = $1 and ($2::text is null or set_control = $2)
           and state in ('waiting', 'accepted', 'rejected')
         returning id, set_id as "setId", reference`,
}

type AcknowledgedSet = { id: number; setId: string; reference: string | null }

/** What a person has to know of an acknowledgment that fits none of our files or documents. */
type UnknownParts = { reason: string | null; needsPerson: boolean }

/**
 * Records a partner's 997 for one of our groups. Rejected sets need review, and admins and managers
 * are notified. Returns what of it names no file or document of ours; a rejection needs review.
 */
export async function recordAcknowledgment(
  ctx: Context,
  partner: Partner,
  segments: readonly Segment[],
): Promise<UnknownParts> {
  const { group, isGroupAccepted: isAccepted, codes, sets } = readAcknowledgment997(segments)
  const [outbound] = await rows<{ id: number }>(ctx.db, findOutbound, [partner.id, numberOf(group)])
  const isFullyAccepted = isAccepted && sets.every((set) => set.isSetAccepted)
  if (!outbound) {
    return { reason: `We sent no file with the number ${group}`, needsPerson: !isFullyAccepted }
  }
  const reason = isFullyAccepted ? null : codes.join(', ') || null
  const state = isFullyAccepted ? 'acknowledged' : 'rejected'
  await send(ctx, updateInterchangeState, [outbound.id, state, reason, ctx.now.toISOString()])
  const unknown: string[] = []
  let needsPerson = false
  const results = sets.length > 0 ? sets : [{ control: null, isSetAccepted: isAccepted, codes }]
  for (const set of results) {
    const outcome = set.isSetAccepted && isAccepted ? 'accepted' : 'rejected'
    const detail = outcome === 'rejected' ? [...set.codes, ...codes].join(', ') || null : null
    const acknowledged = await rows<AcknowledgedSet>(ctx.db, updateDocumentState, [
      outbound.id,
      set.control,
      outcome,
      detail,
    ])
    if (outcome === 'rejected') await notifyRejected(ctx, partner, acknowledged, detail)
    if (set.control === null || acknowledged.length > 0) continue
    unknown.push(set.control)
    needsPerson ||= outcome === 'rejected'
  }
  if (unknown.length === 0) return { reason: null, needsPerson }
  const controls = unknown.slice(0, 5).join(', ')
  return { reason: `Our file ${group} has no open document ${controls}`, needsPerson }
}

/** TA104: accepted, or accepted with errors noted. */
const accepted = new Set(['A', 'E'])

/**
 * Records a partner's TA1 for one of our interchanges. An interchange accepted with errors (`E`)
 * still waits for its 997; a rejected one needs review.
 */
export async function recordTa1(ctx: Context, partner: Partner, segment: Segment): Promise<void> {
  const [, number = '', , , status = '', code = ''] = segment
  const [outbound] = await rows<{ id: number }>(ctx.db, findOutbound, [
    partner.id,
    numberOf(number),
  ])
  if (accepted.has(status)) return
  const detail = `TA1 ${code}: ${ta1Texts.get(code) ?? 'It was rejected'}`
  if (!outbound) return notifyUnknown(ctx, partner, { number, detail })
  await send(ctx, updateInterchangeState, [outbound.id, 'rejected', detail, ctx.now.toISOString()])
  const acknowledged = await rows<AcknowledgedSet>(ctx.db, updateDocumentState, [
    outbound.id,
    null,
    'rejected',
    detail,
  ])
  await notifyRejected(ctx, partner, acknowledged, detail)
}

function numberOf(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}

async function notifyRejected(
  ctx: Context,
  partner: Partner,
  acknowledged: readonly AcknowledgedSet[],
  detail: string | null,
): Promise<void> {
  await notify(
    ctx,
    acknowledged.map(({ id, setId, reference }) => ({
      roles: ['admin', 'manager'] as const,
      permission: 'edi.mend' as const,
      kind: 'system' as const,
      key: `edi-refused-${id}`,
      title: 'EDI document rejected',
      text: `${partner.name} rejected ${setId} ${reference ?? ''}: ${detail ?? 'no reason given'}`,
      link: '/edi?tab=documents',
    })),
  )
}

/** A TA1 is no set, so it has no row that could say that it fits none of our files. */
function notifyUnknown(
  ctx: Context,
  partner: Partner,
  { number, detail }: { number: string; detail: string },
): Promise<void> {
  const notification = {
    kind: 'system',
    permission: 'edi.mend',
    key: `edi-ta1-${partner.id}-${number}`,
    title: 'EDI file rejected',
    text: `${partner.name} rejected file ${number}, which we did not send: ${detail}`,
    link: '/edi',
  } as const
  return notify(ctx, [{ ...notification, roles: ['admin', 'manager'] }])
}
