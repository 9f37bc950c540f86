import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { parseTimedOut } from '#platform/server/imports/file-parsing-thread.ts'
import { refusalOf } from '#platform/server/database/pg-errors.ts'
import type { EdiImportResult } from '../../contract.ts'
import {
  FileTooLarge,
  nextFiles,
  isTooLarge,
  type Mailbox,
  maxMailboxFileBytes,
} from './mailbox.ts'
import { recordParseTimeout } from '../inbound/record-parse-timeout.ts'
import { importEdi } from '../inbound/import-interchange.ts'

/** Counts of one poll: files imported, files that failed in whole or in part, and files sent. */
export type PollCounts = { taken: number; failed: number; sent: number }

/** A file that could not be imported completely, and why. */
export type FailedFile = {
  name: string
  /** Its content; undefined if it was too large to read. */
  text?: string
  reason: string
  /** True if the file is stored as an interchange, where users see it. */
  isStored: boolean
}

export type PollOptions = {
  mailbox: Mailbox
  /** Called for every such file before it is moved aside. */
  onImportFailure: (file: FailedFile) => Promise<void>
}

const readOutbound = {
  name: 'read_ready_edi_interchanges',
  text: `select id, raw, file_name as "fileName" from edi_interchanges
         where partner_id = $1 and direction = 'out' and state = 'ready' order by id limit 200`,
}

const markSent = {
  name: 'note_edi_interchange_sent',
  text: `update edi_interchanges
         set state = 'sent', sent_at = coalesce(sent_at, now())
         where id = $1 and state = 'ready'`,
}

type OutboundInterchange = { id: number; raw: string; fileName: string }

/**
 * Imports the files of a partner's mailbox and writes the interchanges that are ready for it. An
 * inbound file is stored before it is moved, and an outbound one before it is written: after a
 * crash in between, the same file is imported again, which changes nothing, or written again under
 * the same name.
 */
export async function pollMailbox(
  ctx: Context,
  partnerId: number,
  { mailbox, onImportFailure: onFailedFile }: PollOptions,
): Promise<PollCounts> {
  const counts: PollCounts = { taken: 0, failed: 0, sent: 0 }
  const files = await mailbox.list()
  const rejectTooLarge = async (name: string) => {
    const megabytes = maxMailboxFileBytes / 1024 / 1024
    const reason = `The file is larger than ${megabytes} MB and was not read`
    await onFailedFile({ name, reason, isStored: false })
    await mailbox.moveTo(name, 'failed')
    counts.failed += 1
  }
  for (const { name } of files.filter(isTooLarge)) await rejectTooLarge(name)
  for (const { name, size } of nextFiles(files)) {
    const text = await readUnlessTooLarge(mailbox, name)
    if (text === undefined) {
      await rejectTooLarge(name)
      continue
    }
    if (!isComplete(text) && (await isStillBeingWritten(mailbox, { name, size }))) continue
    const { isAccepted, isStored, shouldRetry, whyNot } = await importInboundFile(ctx, partnerId, {
      name,
      text,
    })
    if (shouldRetry) continue
    const reason = whyNot.join('; ').slice(0, 400)
    if (reason) await onFailedFile({ name, text, reason, isStored })
    await mailbox.moveTo(name, isAccepted ? 'done' : 'failed')
    counts[isAccepted ? 'taken' : 'failed'] += 1
  }
  for (const { id, raw, fileName } of await rows<OutboundInterchange>(ctx.db, readOutbound, [
    partnerId,
  ])) {
    await mailbox.write(fileName, raw)
    await rows(ctx.db, markSent, [id])
    counts.sent += 1
  }
  return counts
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

const isComplete = (text: string) => /IEA[^A-Za-z0-9]\d+[^A-Za-z0-9]\d+/.test(text.slice(-200))

const recheckMs = 500

/** A file without its end may still be in transfer: skipped for now if its size changed. */
async function isStillBeingWritten(
  mailbox: Mailbox,
  { name, size }: { name: string; size: number },
): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, recheckMs))
  const current = (await mailbox.list()).find((each) => each.name === name)
  return current === undefined || current.size !== size
}

const failedStates = new Set(['refused', 'quarantined'])

async function importInboundFile(
  ctx: Context,
  partnerId: number,
  { name, text }: { name: string; text: string },
): Promise<{ isAccepted: boolean; isStored: boolean; shouldRetry?: boolean; whyNot: string[] }> {
  try {
    const results = await importEdi(ctx, text, { fileName: name.slice(0, 200), partnerId })
    const isImported = !results.some(({ state }) => failedStates.has(state))
    return { isAccepted: isImported, isStored: true, whyNot: results.flatMap(rejectionReasons) }
  } catch (error) {
    if (error instanceof Refusal && error.code === parseTimedOut) {
      const cause = error.message
      const isQuarantined = await recordParseTimeout(ctx, partnerId, { name, text, cause })
      return { isAccepted: false, isStored: true, shouldRetry: !isQuarantined, whyNot: [cause] }
    }
    // A permanently invalid file is moved aside, so that it does not block later files.
    const refusal = error instanceof Refusal ? error : refusalOf(error)
    const isPermanent = refusal?.kind === 'invalid' || error === refusal
    if (!refusal || !isPermanent || refusal.status >= 500) throw error
    return { isAccepted: false, isStored: false, whyNot: [refusal.message] }
  }
}

/** Returns why an interchange, or some of its sets, was rejected. */
function rejectionReasons({ controlNumber, state, reason, orders }: EdiImportResult): string[] {
  if (failedStates.has(state)) return [`Interchange ${controlNumber}: ${reason ?? state}`]
  const rejected = orders.filter((each) => each.state === 'rejected')
  return rejected.map(
    (each) => `${each.setId} ${each.reference ?? ''}: ${each.reason ?? 'Refused'}`,
  )
}
