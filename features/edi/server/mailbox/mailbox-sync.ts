import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { readingEnded } from '#platform/server/imports/file-thread.ts'
import { refusalOf } from '#platform/server/database/pg-errors.ts'
import type { EdiImportResult } from '../../contract.ts'
import { FileTooLarge, inTurn, isTooLarge, type Mailbox, maxLetterBytes } from './mailbox.ts'
import { recordParseTimeout } from '../inbound/quarantine-file.ts'
import { importEdi } from '../inbound/import-interchange.ts'

/** Counts of one poll: files imported, files that failed in whole or in part, and files sent. */
export type Carried = { taken: number; failed: number; sent: number }

/** A file that could not be imported completely, and why. */
export type BadFile = {
  name: string
  /** Its content; undefined if it was too large to read. */
  text?: string
  reason: string
  /** True if the file is stored as an interchange, where users see it. */
  isOnRecord: boolean
}

export type Carrying = {
  mailbox: Mailbox
  /** Called for every such file before it is moved aside. */
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
 * Imports the files of a partner's mailbox and writes the interchanges that are ready for it. An
 * inbound file is stored before it is moved, and an outbound one before it is written: after a
 * crash in between, the same file is imported again, which changes nothing, or written again under
 * the same name.
 */
export async function pollMailbox(
  ctx: Context,
  partnerId: number,
  { mailbox, tellBad }: Carrying,
): Promise<Carried> {
  const carried: Carried = { taken: 0, failed: 0, sent: 0 }
  const letters = await mailbox.list()
  const rejectTooLarge = async (name: string) => {
    const reason = `The file is larger than ${maxLetterBytes / 1024 / 1024} MB and was not read`
    await tellBad({ name, reason, isOnRecord: false })
    await mailbox.putAside(name, 'failed')
    carried.failed += 1
  }
  for (const { name } of letters.filter(isTooLarge)) await rejectTooLarge(name)
  for (const { name, size } of inTurn(letters)) {
    const text = await readUnlessTooLarge(mailbox, name)
    if (text === undefined) {
      await rejectTooLarge(name)
      continue
    }
    if (!isWhole(text) && (await isGrowing(mailbox, { name, size }))) continue
    const { isTaken, isOnRecord, isLeft, whyNot } = await importInboundFile(ctx, partnerId, {
      name,
      text,
    })
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

/** The text of a file; undefined if it turns out to be larger than it was listed, and too large. */
async function readUnlessTooLarge(mailbox: Mailbox, name: string): Promise<string | undefined> {
  try {
    return await mailbox.read(name)
  } catch (error) {
    if (error instanceof FileTooLarge) return undefined
    throw error
  }
}

const isWhole = (text: string) => /IEA[^A-Za-z0-9]\d+[^A-Za-z0-9]\d+/.test(text.slice(-200))

const lookAgainMs = 500

/** A file without its end may still be in transfer: skipped for now if its size changed. */
async function isGrowing(
  mailbox: Mailbox,
  { name, size }: { name: string; size: number },
): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
  const now = (await mailbox.list()).find((each) => each.name === name)
  return now === undefined || now.size !== size
}

const bad = new Set(['refused', 'quarantined'])

async function importInboundFile(
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
      const isAside = await recordParseTimeout(ctx, partnerId, { name, text, whyNot })
      return { isTaken: false, isOnRecord: true, isLeft: !isAside, whyNot: [whyNot] }
    }
    // A permanently invalid file is moved aside, so that it does not block later files.
    const refusal = error instanceof Refusal ? error : refusalOf(error)
    const isLasting = refusal?.kind === 'invalid' || error === refusal
    if (!refusal || !isLasting || refusal.status >= 500) throw error
    return { isTaken: false, isOnRecord: false, whyNot: [refusal.message] }
  }
}

/** Returns why an interchange, or some of its sets, was rejected. */
function whyNotOf({ controlNumber, state, reason, orders }: EdiImportResult): string[] {
  if (bad.has(state)) return [`Interchange ${controlNumber}: ${reason ?? state}`]
  const refused = orders.filter((each) => each.state === 'rejected')
  return refused.map((each) => `${each.setId} ${each.reference ?? ''}: ${each.reason ?? 'Refused'}`)
}
