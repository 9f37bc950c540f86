import { createHash } from 'node:crypto'
import { readSettings } from '#features/settings/server/service.ts'
import { type Context, rows, send } from '#platform/server/database/db.ts'
import type { EdiFile } from '../../contract.ts'
import { clockIn, fileNameOf, maxControl } from '../../rules.ts'
import * as store from '../store.ts'
import { groupOf } from '../../x12-set-grammars.ts'
import { type Segment, writeInterchange, type OutboundSet, writeTa1 } from '../../x12.ts'

/** The partner columns that the EDI exchange needs. */
export type Partner = {
  id: number
  name: string
  kind: 'customer' | 'warehouse'
  customerId: number | null
  customerCode: string | null
  qualifier: string
  identifier: string
  ownQualifier: string
  ownIdentifier: string
  usage: 'P' | 'T'
  unknownSku: 'drop' | 'hold'
  folder: string | null
  keeperId: number | null
}

/** An outbound set and the record it reports. */
export type OutSet = {
  set: OutboundSet
  reference: string | null
  /** The record it reports, such as `invoice 12`; each one is reported only once. */
  recordRef?: string
  salesOrderId?: number | null
}

type OutboundSets = { sets: readonly OutSet[]; answerTo?: number | null }

/** SHA-256 of a text, by which duplicates are detected. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Writes sets of one kind to a partner as one interchange under the next control number, in the
 * open transaction. The interchange is then ready to be sent or downloaded.
 */
export async function writeOutbound(
  ctx: Context,
  partner: Partner,
  { sets, answerTo = null }: OutboundSets,
): Promise<EdiFile & { id: number; replaced: number }> {
  const setId = sets[0]?.set.id ?? ''
  const { control, epoch } = await nextControl(ctx, partner.id)
  const interchange = writeInterchange(await envelopeOf(ctx, partner, control), {
    functionalId: groupOf.get(setId) ?? '',
    sets: sets.map(({ set }) => set),
  })
  const id = await insertOutbound(ctx, partner, {
    what: setId,
    control,
    epoch,
    answerTo,
    text: interchange.text,
  })
  const isAcknowledgment = setId === '997'
  for (const [
    index,
    { set, reference, recordRef: reportedRecord, salesOrderId },
  ] of sets.entries()) {
    await send(ctx, store.addDocument, [
      id,
      set.id,
      String(control),
      String(index + 1).padStart(4, '0'),
      hashOf(JSON.stringify(set.segments)),
      reference,
      isAcknowledgment ? 'noted' : 'waiting',
      null,
      false,
      salesOrderId ?? null,
      reportedRecord ?? null,
      JSON.stringify(set.segments),
      null,
    ])
  }
  return {
    id,
    ...fileOf(partner, setId, control, interchange.text),
    replaced: interchange.replaced,
  }
}

/** Writes a TA1 that answers an interchange. */
export async function writeOutboundTa1(
  ctx: Context,
  partner: Partner,
  { ta1, answerTo }: { ta1: Segment; answerTo: number },
): Promise<EdiFile> {
  const { control, epoch } = await nextControl(ctx, partner.id)
  const { text } = writeTa1(await envelopeOf(ctx, partner, control), ta1)
  await insertOutbound(ctx, partner, { what: 'TA1', control, epoch, answerTo, text })
  return fileOf(partner, 'TA1', control, text)
}

function fileOf(...[partner, what, control, text]: [Partner, string, number, string]): EdiFile {
  return { what, fileName: fileNameOf({ partner: partner.name, what, control }), text }
}

async function envelopeOf(ctx: Context, partner: Partner, control: number) {
  const { businessTimeZone } = await readSettings(ctx)
  return {
    sender: { qualifier: partner.ownQualifier, id: partner.ownIdentifier },
    receiver: { qualifier: partner.qualifier, id: partner.identifier },
    at: clockIn(ctx.now, businessTimeZone),
    control,
    usage: partner.usage,
  }
}

/** Allocates the next control number of a partner; after the highest one, 1 in a new epoch. */
async function nextControl(ctx: Context, partnerId: number) {
  const lastControl = await lockControl(ctx, partnerId, 'out')
  const isLast = lastControl.last >= maxControl
  const control = isLast ? 1 : lastControl.last + 1
  const epoch = lastControl.epoch + (isLast ? 1 : 0)
  await send(ctx, store.moveControl, [partnerId, 'out', control, epoch])
  return { control, epoch }
}

/**
 * Reads and locks the last control number of a partner and direction until the transaction ends.
 */
export async function lockControl(
  ctx: Context,
  partnerId: number,
  direction: 'in' | 'out',
): Promise<{ last: number; epoch: number }> {
  await rows(ctx.db, store.nextControlNumber, [partnerId, direction])
  const [found] = await rows<{ last: number; epoch: number }>(ctx.db, store.lockControl, [
    partnerId,
    direction,
  ])
  return found ?? { last: 0, epoch: 1 }
}

type StoredExport = {
  what: string
  control: number
  epoch: number
  answerTo: number | null
  text: string
}

async function insertOutbound(
  ctx: Context,
  partner: Partner,
  { what, control, epoch, answerTo, text }: StoredExport,
): Promise<number> {
  const fileName = fileNameOf({ partner: partner.name, what, control })
  const [added] = await rows<{ id: number }>(ctx.db, store.addInterchange, [
    partner.id,
    'out',
    control,
    epoch,
    partner.usage,
    'ready',
    null,
    null,
    fileName,
    hashOf(text),
    text,
    answerTo,
    ctx.user?.id ?? null,
  ])
  return added?.id ?? 0
}
