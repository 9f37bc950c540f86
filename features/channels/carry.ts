import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/db.ts'
import { inTurn, type Mailbox } from './mailbox.ts'
import { takeFile } from './take.ts'

/** What was carried: files taken, and files handed over. */
export type Carried = { taken: number; failed: number; sent: number }

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
export async function carry(ctx: Context, partnerId: number, mailbox: Mailbox): Promise<Carried> {
  const carried: Carried = { taken: 0, failed: 0, sent: 0 }
  for (const { name, size } of inTurn(await mailbox.list())) {
    const text = await mailbox.read(name)
    if (!isWhole(text) && (await isGrowing(mailbox, { name, size }))) continue
    const isTaken = await takeLetter(ctx, partnerId, { name, text })
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
): Promise<boolean> {
  try {
    const taken = await takeFile(ctx, text, { fileName: name.slice(0, 200), partnerId })
    return !taken.some(({ state }) => bad.has(state))
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return false
    throw error
  }
}
