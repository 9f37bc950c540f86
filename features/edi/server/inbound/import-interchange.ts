// One file: the path of an inbound interchange, from its bytes to its row, reads top to bottom.
import { readRules } from '#features/order-entry/server/service.ts'
import { notify } from '#features/notifications/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import {
  type Actor,
  type Context,
  inTransaction,
  rows,
  send,
} from '#platform/server/database/db.ts'
import { inFileThread } from '#platform/server/imports/file-thread.ts'
import { nextNumbers } from '#platform/server/records/numbers.ts'
import { choicesOf, type ChosenPlaces } from '../../choices.ts'
import type { EdiFile, EdiImportResult } from '../../contract.ts'
import { readPurchaseOrder } from './purchase-order.ts'
import { epochOf, type InterchangeState } from '../../rules.ts'
import * as store from '../store.ts'
import { noteTa1 } from './import-acknowledgments-997.ts'
import type { Placing } from './import-orders-850.ts'
import {
  importTransactionSets,
  type ImportedSets,
  type OrderSelection,
} from './import-transaction-sets.ts'
import { hashOf, lockControl, type Partner, writeOutTa1 } from '../outbound/export-interchange.ts'
import { ta1Of, ta1Words } from '../outbound/acknowledgment-997.ts'
import type { Judged } from '../../x12-envelope.ts'
import type { ExpectedFacts } from '../../x12-tasks.ts'
import type { CutHead } from '../../x12.ts'

/** Set IDs accepted from each kind of partner. */
const setsOf: Readonly<Record<Partner['kind'], ReadonlySet<string>>> = {
  customer: new Set(['850', '997']),
  warehouse: new Set(['846', '944', '945', '997']),
}

const maxSets = 500

export type Taking = {
  fileName?: string | null
  isDry?: boolean
  /**
   * The owner of the mailbox the file came from: interchanges of other partners are refused there.
   */
  partnerId?: number | undefined
  /** The user's choices for the orders of the file. */
  chosen?: ChosenPlaces
}

/**
 * Imports an X12 file, each interchange in its own transaction, and returns the result of each. A
 * duplicate interchange changes nothing. A dry run does the same work and rolls it back.
 */
export async function importEdi(
  ctx: Context,
  text: string,
  { fileName = null, isDry = false, partnerId, chosen = {} }: Taking = {},
): Promise<EdiImportResult[]> {
  const owner = ctx.user?.id
  const cuts = await inFileThread<CutHead[]>('x12-cut', text, owner)
  const orders = chosen.hold || chosen.leave ? await newOrders(ctx, cuts) : []
  const choices = choicesOf(new Set(orders), chosen)
  const taken: EdiImportResult[] = []
  for (const [at, cut] of cuts.entries()) {
    taken.push(
      await importInterchange(ctx, cut, { fileName, isDry, partnerId, selection: { at, choices } }),
    )
  }
  return taken
}

function newOrders(ctx: Context, cuts: readonly CutHead[]): Promise<string[]> {
  return inFileThread('x12-new-orders', cuts, ctx.user?.id)
}

/** Thrown to roll back a dry run; holds its result. */
class TakenBack extends Error {
  readonly taken: EdiImportResult
  constructor(taken: EdiImportResult) {
    super('Checked only')
    this.taken = taken
  }
}

async function importInterchange(
  ctx: Context,
  cut: CutHead,
  { fileName = null, isDry, partnerId, selection }: Taking & { selection: OrderSelection },
): Promise<EdiImportResult> {
  const [qualifier = '', identifier = ''] = [cut.isa[5], cut.isa[6]?.trimEnd()]
  const [sender] = await rows<Partner>(ctx.db, store.findPartner, [qualifier, identifier])
  const isTheirs = partnerId === undefined || sender?.id === partnerId
  const partner = isTheirs ? sender : undefined
  const facts = await expectedOf(ctx, partner)
  const judged = await inFileThread<Judged>('x12-judge', { head: cut, facts }, ctx.user?.id)
  const placing = await placingOf(ctx, partner, judged)
  try {
    return await inTransaction({ ...ctx, channel: 'edi' }, async (inner) => {
      const known = { cut, judged, partner, fileName, placing, selection }
      const taken = partner
        ? await acceptFromPartner(inner, { ...known, partner })
        : await rejectUnknownSender(inner, known)
      if (isDry) throw new TakenBack({ ...taken, id: null })
      return taken
    })
  } catch (error) {
    if (error instanceof TakenBack) return error.taken
    throw error
  }
}

type Party = {
  qualifier: string
  identifier: string
  ownQualifier: string
  ownIdentifier: string
}

async function expectedOf(ctx: Context, partner: Partner | undefined): Promise<ExpectedFacts> {
  const parties = await rows<Party>(ctx.db, store.readParties)
  const own = partner ? [partner] : parties
  return {
    ours: own.map((each) => ({ qualifier: each.ownQualifier, id: each.ownIdentifier })),
    isSenderKnown: partner !== undefined,
    knownQualifiers: parties.map((each) => each.qualifier),
    usage: partner?.usage,
    sets: partner ? [...setsOf[partner.kind]] : [],
  }
}

/**
 * Reads the rules and allocates the order numbers that placing the orders needs, before the
 * transaction. Throws 413 if the interchange has more than 500 sets.
 */
async function placingOf(
  ctx: Context,
  partner: Partner | undefined,
  { groups }: Judged,
): Promise<Placing | undefined> {
  const sets = groups.flatMap((group) => (group.codes.length > 0 ? [] : group.sets))
  if (sets.length > maxSets) {
    throw new Refusal('tooLarge', 'too-large', `An interchange has at most ${maxSets} sets`)
  }
  const orders = sets.filter(({ id, codes }) => id === '850' && codes.length === 0)
  if (!partner || orders.length === 0) return undefined
  const user = ctx.user ?? (await keeperOf(ctx, partner))
  const count = orders.filter(({ segments }) => readPurchaseOrder(segments).purpose === '00').length
  const numbers = await nextNumbers(ctx.db, 'SO', { count, now: ctx.now })
  return { rules: await readRules(ctx), numbers, user }
}

const readKeeper = {
  name: 'read_keeper_of_edi_partner',
  text: 'select id, username, role from users where id = $1',
}

async function keeperOf(ctx: Context, { keeperId, name }: Partner): Promise<Actor> {
  const [keeper] = await rows<Actor>(ctx.db, readKeeper, [keeperId ?? 0])
  if (keeper) return keeper
  throw new Refusal(
    'refused',
    'edi-no-keeper',
    `The EDI partner ${name} has no active user in charge`,
  )
}

type Facts = {
  cut: CutHead
  judged: Judged
  partner: Partner | undefined
  fileName: string | null
  placing: Placing | undefined
  selection: OrderSelection
}
type PartnerFacts = Facts & { partner: Partner }

/**
 * Stores an interchange from an unknown sender and notifies managers. Sends no answer, because
 * there is no partner to send it to.
 */
async function rejectUnknownSender(
  ctx: Context,
  { cut, judged, fileName }: Facts,
): Promise<EdiImportResult> {
  const reason = ta1Words.get(judged.ta1) ?? 'The sender is unknown'
  const state = 'refused' as const
  const facts = { partnerId: null, epoch: 1, state, ta1: judged.ta1, reason, fileName }
  const id = await insertInterchange(ctx, cut, facts)
  const sender = cut.isa[6]?.trimEnd() ?? ''
  await alert(ctx, id, `A file from the unknown sender ${sender} was rejected`)
  return importResult(cut, { id, name: null, state, ta1: judged.ta1, reason })
}

async function acceptFromPartner(ctx: Context, facts: PartnerFacts): Promise<EdiImportResult> {
  const { cut, judged, partner, fileName, placing, selection } = facts
  const before = await lockControl(ctx, partner.id, 'in')
  const plain = { partnerId: partner.id, fileName, epoch: before.epoch }
  if (judged.ta1 !== '000') {
    const reason = ta1Words.get(judged.ta1) ?? null
    const refusal = { state: 'refused' as const, ta1: judged.ta1, reason }
    const id = await insertInterchange(ctx, cut, { ...plain, ...refusal })
    const answers = [await answerTa1(ctx, facts, id, judged.ta1)]
    await alert(ctx, id, `A file of ${partner.name} was rejected: ${reason ?? judged.ta1}`)
    return importResult(cut, { id, name: partner.name, ...refusal, answers })
  }
  const control = controlOf(cut)
  const epoch = epochOf(control, before)
  type Earlier = { id: number; sha256: string }
  const number = [partner.id, 'in', epoch, control]
  const [earlier] = await rows<Earlier>(ctx.db, store.findNumber, number)
  if (earlier) return handleDuplicate(ctx, facts, { ...plain, epoch, earlier })
  const isAhead = epoch > before.epoch || control > before.last
  if (isAhead) await send(ctx, store.moveControl, [partner.id, 'in', control, epoch])
  const first = { ...plain, epoch, state: 'accepted' as const, ta1: null, reason: null }
  const id = await insertInterchange(ctx, cut, first)
  const done = await importTransactionSets(ctx, partner, {
    id,
    groups: judged.groups,
    placing,
    selection,
  })
  for (const segment of judged.ta1s) await noteTa1(ctx, partner, segment)
  const state = stateOf(judged)
  if (state !== 'accepted') await send(ctx, store.judgeInterchange, [id, state, null])
  const ta1 = isAsked(cut) ? [await answerTa1(ctx, facts, id, '000')] : []
  const answers = [...ta1, ...done.answers]
  return importResult(cut, { id, name: partner.name, state, orders: done.orders, answers })
}

/**
 * Handles a control number that was used before: the same bytes get the same answers again, other
 * content is quarantined.
 */
async function handleDuplicate(
  ctx: Context,
  facts: PartnerFacts,
  again: { partnerId: number; fileName: string | null; epoch: number } & {
    earlier: { id: number; sha256: string }
  },
): Promise<EdiImportResult> {
  const { cut, partner } = facts
  const { earlier, ...plain } = again
  const isSame = earlier.sha256 === hashOf(cut.raw.trimEnd())
  const state = isSame ? ('duplicate' as const) : ('quarantined' as const)
  const reason = isSame
    ? 'This interchange is a duplicate. Its acknowledgments are sent again'
    : 'Another interchange has the same control number. This one is quarantined'
  const id = await insertInterchange(ctx, cut, { ...plain, state, ta1: '025', reason })
  const answers: EdiFile[] = []
  if (!isSame || isAsked(cut)) answers.push(await answerTa1(ctx, facts, id, '025'))
  if (isSame) {
    await send(ctx, store.sendAgain, [earlier.id])
    answers.push(...(await answersTo(ctx, earlier.id)))
  } else {
    const number = cut.isa[13]
    await alert(ctx, id, `${partner.name} sent two different files with control number ${number}`)
  }
  return importResult(cut, { id, name: partner.name, state, ta1: '025', reason, answers })
}

/** Reads the files that answered an interchange. */
export async function answersTo(ctx: Context, id: number): Promise<EdiFile[]> {
  type Row = { raw: string; fileName: string; what: string }
  const found = await rows<Row>(ctx.db, store.readAnswers, [id])
  return found.map(({ raw, fileName, what }) => ({ what, fileName, text: raw }))
}

function answerTa1(ctx: Context, { cut, partner }: PartnerFacts, id: number, code: string) {
  return writeOutTa1(ctx, partner, { ta1: ta1Of(cut.isa, code), answerTo: id })
}

const isAsked = (cut: CutHead) => cut.isa[14] === '1'
const controlOf = (cut: CutHead) => (/^\d{9}$/.test(cut.isa[13] ?? '') ? Number(cut.isa[13]) : 0)

function stateOf({ groups }: Judged): InterchangeState {
  const sets = groups.flatMap((group) =>
    group.sets.map(({ codes }) => codes.length === 0 && group.codes.length === 0),
  )
  if (sets.every(Boolean) && groups.every(({ codes }) => codes.length === 0)) return 'accepted'
  return sets.some(Boolean) ? 'partial' : 'rejected'
}

type InterchangeRow = {
  partnerId: number | null
  epoch: number
  state: InterchangeState
  ta1: string | null
  reason: string | null
  fileName: string | null
}

async function insertInterchange(
  ctx: Context,
  cut: CutHead,
  interchange: InterchangeRow,
): Promise<number> {
  const { partnerId, epoch, state, ta1, reason, fileName } = interchange
  const usage = cut.isa[15] === 'P' ? 'P' : 'T'
  const [added] = await rows<{ id: number }>(ctx.db, store.addInterchange, [
    partnerId,
    'in',
    controlOf(cut),
    epoch,
    usage,
    state,
    ta1,
    reason,
    fileName,
    hashOf(cut.raw.trimEnd()),
    cut.raw,
    null,
    ctx.user?.id ?? null,
  ])
  return added?.id ?? 0
}

function alert(ctx: Context, id: number, text: string): Promise<void> {
  const news = { kind: 'system', key: `edi-${id}`, title: 'EDI file rejected', text } as const
  return notify(ctx, [{ ...news, roles: ['admin', 'manager'], link: '/edi' }])
}

type Telling = Partial<ImportedSets> & {
  id: number
  name: string | null
  state: InterchangeState
  ta1?: string | null
  reason?: string | null
}

function importResult(cut: CutHead, telling: Telling): EdiImportResult {
  const { id, name, state, ta1 = null, reason = null, orders = [], answers = [] } = telling
  const controlNumber = cut.isa[13] ?? ''
  return { id, controlNumber, partnerName: name, state, ta1, reason, orders, answers }
}
