import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { readingEnded } from '#platform/server/imports/file-thread.ts'
import { refusalOf } from '#platform/server/database/pg-errors.ts'
import type { EdiImportResult } from '../../contract.ts'
import { inTurn, isTooLarge, type Mailbox, maxLetterBytes } from './mailbox.ts'
import { noteEndedReading } from '../inbound/timed-out-files.ts'
import { importEdi } from '../inbound/import-interchange.ts'

/** What was carried: files taken, files of which not everything was, and files handed over. */
export type Carried = { taken: number; failed: number; sent: number }

/** A file that could not be taken as a whole, and why. */
export type BadFile = {
  name: string
  /** What it says; undefined where it was too large to be read. */
  text?: string
  reason: string
  /** Whether it is among the interchanges that came, where people are told of it. */
  isOnRecord: boolean
}

export type Carrying = {
  mailbox: Mailbox
  /** Told of every such file before it is put aside. */
  tellBad: (bad: BadFile) => Promise<void>
}

const readReady = {
  name: 'read_ready_edi_interchanges',
  text: `select id, raw, file_name as "fileName" from edi_interchanges
         where partner_id = $1 and direction = 'out' and state = 'ready' order by id limit 200`,
}

const noteSent = {
  name: 'note_edi_interchange_sent',
  text: `update edi_interchanges
         set state = 'sent', sent_at = coalesce(sent_at, now())
         where id = $1 and state = 'ready'`,
}

type Ready = { id: number; raw: string; fileName: string }

/**
 * Takes what lies in a partner's mailbox and hands over what is ready for him. A file is on record
 * before it is put aside, and ours before it is handed over: after a crash in between the same file
 * is taken again, which does nothing, or handed over again under its name.
 */
export async function pollMailbox(
  ctx: Context,
  partnerId: number,
  { mailbox, tellBad }: Carrying,
): Promise<Carried> {
  const carried: Carried = { taken: 0, failed: 0, sent: 0 }
  const letters = await mailbox.list()
  for (const { name } of letters.filter(isTooLarge)) {
    const reason = `The file is larger than ${maxLetterBytes / 1024 / 1024} MB and was not read`
    await tellBad({ name, reason, isOnRecord: false })
    await mailbox.putAside(name, 'failed')
    carried.failed += 1
  }
  for (const { name, size } of inTurn(letters)) {
    const text = await mailbox.read(name)
    if (!isWhole(text) && (await isGrowing(mailbox, { name, size }))) continue
    const { isTaken, isOnRecord, isLeft, whyNot } = await takeLetter(ctx, partnerId, { name, text })
    if (isLeft) continue
    const reason = whyNot.join('; ').slice(0, 400)
    if (reason) await tellBad({ name, text, reason, isOnRecord })
    await mailbox.putAside(name, isTaken ? 'done' : 'failed')
    carried[isTaken ? 'taken' : 'failed'] += 1
  }
  for (const { id, raw, fileName } of await rows<Ready>(ctx.db, readReady, [partnerId])) {
    await mailbox.put(fileName, raw)
    await rows(ctx.db, noteSent, [id])
    carried.sent += 1
  }
  return carried
}

const isWhole = (text: string) => /IEA[^A-Za-z0-9]\d+[^A-Za-z0-9]\d+/.test(text.slice(-200))

const lookAgainMs = 500

/** A file without its end may still be written: where it has grown meanwhile it has its time. */
async function isGrowing(
  mailbox: Mailbox,
  { name, size }: { name: string; size: number },
): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
  const now = (await mailbox.list()).find((each) => each.name === name)
  return now === undefined || now.size !== size
}

const bad = new Set(['refused', 'quarantined'])

async function takeLetter(
  ctx: Context,
  partnerId: number,
  { name, text }: { name: string; text: string },
): Promise<{ isTaken: boolean; isOnRecord: boolean; isLeft?: boolean; whyNot: string[] }> {
  try {
    const taken = await importEdi(ctx, text, { fileName: name.slice(0, 200), partnerId })
    const isTaken = !taken.some(({ state }) => bad.has(state))
    return { isTaken, isOnRecord: true, whyNot: taken.flatMap(whyNotOf) }
  } catch (error) {
    if (error instanceof Refusal && error.code === readingEnded) {
      const whyNot = error.message
      const isAside = await noteEndedReading(ctx, partnerId, { name, text, whyNot })
      return { isTaken: false, isOnRecord: true, isLeft: !isAside, whyNot: [whyNot] }
    }
    // What is no sense today is none tomorrow: it must not stand in the way of what lies behind it.
    const refusal = error instanceof Refusal ? error : refusalOf(error)
    const isLasting = refusal?.kind === 'invalid' || error === refusal
    if (!refusal || !isLasting || refusal.status >= 500) throw error
    return { isTaken: false, isOnRecord: false, whyNot: [refusal.message] }
  }
}

/** Why an interchange or sets of it were not taken. */
function whyNotOf({ controlNumber, state, reason, orders }: EdiImportResult): string[] {
  if (bad.has(state)) return [`Interchange ${controlNumber}: ${reason ?? state}`]
  const refused = orders.filter((each) => each.state === 'rejected')
  return refused.map((each) => `${each.setId} ${each.reference ?? ''}: ${each.reason ?? 'Refused'}`)
}
