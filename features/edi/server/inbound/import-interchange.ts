// One file: the path of an inbound interchange, from its bytes to its row, reads top to bottom.
import { ediPolicy, readRules } from '#features/order-entry/server/service.ts'
import { notify } from '#features/notifications/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import {
  type Actor,
  type Context,
  inTransaction,
  rows,
  send,
} from '#platform/server/database/db.ts'
import { inFileThread } from '#platform/server/imports/file-parsing-thread.ts'
import { nextNumbers } from '#platform/server/records/generate-document-numbers.ts'
import { choicesOf, type ChosenPlaces } from '../../order-choices.ts'
import type { EdiFile, EdiImportResult } from '../../contract.ts'
import { readPurchaseOrder } from './purchase-order-850.ts'
import { epochOf, type InterchangeState } from '../../rules.ts'
import * as store from '../store.ts'
import { recordTa1 } from './import-acknowledgments-997.ts'
import type { PlacementContext } from './import-orders-850.ts'
import {
  importTransactionSets,
  type ImportedSets,
  type OrderSelection,
} from './import-transaction-sets.ts'
import {
  hashOf,
  lockControl,
  type Partner,
  writeOutboundTa1,
} from '../outbound/export-interchange.ts'
import { ta1Of, ta1Texts } from '../acknowledgment-997.ts'
import type { ValidatedInterchange } from '../../x12-interchange-validation.ts'
import type { ExpectedFacts } from '../../x12-thread-tasks.ts'
import type { InterchangeHead } from '../../x12.ts'

/** Set IDs accepted from each kind of partner. */
const setsOf: Readonly<Record<Partner['kind'], ReadonlySet<string>>> = {
  customer: new Set(['850', '997']),
  warehouse: new Set(['846', '944', '945', '997']),
}

const maxSets = 500

export type EdiImportOptions = {
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
  { fileName = null, isDry: isDryRun = false, partnerId, chosen = {} }: EdiImportOptions = {},
): Promise<EdiImportResult[]> {
  const owner = ctx.user?.id
  const interchanges = await inFileThread<InterchangeHead[]>('x12-cut', text, owner)
  const orders = chosen.hold || chosen.leave ? await newOrders(ctx, interchanges) : []
  const choices = choicesOf(new Set(orders), chosen)
  const results: EdiImportResult[] = []
  for (const [index, head] of interchanges.entries()) {
    results.push(
      await importInterchange(ctx, head, {
        fileName,
        isDry: isDryRun,
        partnerId,
        selection: { at: index, choices },
      }),
    )
  }
  return results
}

function newOrders(ctx: Context, interchanges: readonly InterchangeHead[]): Promise<string[]> {
  return inFileThread('x12-new-orders', interchanges, ctx.user?.id)
}

/** Thrown to roll back a dry run; holds its result. */
class DryRunRollback extends Error {
  readonly result: EdiImportResult
  constructor(result: EdiImportResult) {
    super('Checked only')
    this.result = result
  }
}

async function importInterchange(
  ctx: Context,
  head: InterchangeHead,
  {
    fileName = null,
    isDry: isDryRun,
    partnerId,
    selection,
  }: EdiImportOptions & { selection: OrderSelection },
): Promise<EdiImportResult> {
  const [qualifier = '', identifier = ''] = [head.isa[5], head.isa[6]?.trimEnd()]
  const [sender] = await rows<Partner>(ctx.db, store.findPartner, [qualifier, identifier])
  const isSenderAllowed = partnerId === undefined || sender?.id === partnerId
  const partner = isSenderAllowed ? sender : undefined
  const expected = await expectedOf(ctx, partner)
  const validated = await inFileThread<ValidatedInterchange>(
    'x12-judge',
    { head, facts: expected },
    ctx.user?.id,
  )
  const placing = await preparePlacement(ctx, partner, validated)
  try {
    return await inTransaction({ ...ctx, channel: 'edi' }, async (inner) => {
      const inbound = { cut: head, judged: validated, partner, fileName, placing, selection }
      const result = partner
        ? await acceptFromPartner(inner, { ...inbound, partner })
        : await rejectUnknownSender(inner, inbound)
      if (isDryRun) throw new DryRunRollback({ ...result, id: null })
      return result
    })
  } catch (error) {
    if (error instanceof DryRunRollback) return error.result
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
  const candidates = partner ? [partner] : parties
  return {
    ours: candidates.map((each) => ({ qualifier: each.ownQualifier, id: each.ownIdentifier })),
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
async function preparePlacement(
  ctx: Context,
  partner: Partner | undefined,
  { groups }: ValidatedInterchange,
): Promise<PlacementContext | undefined> {
  const sets = groups.flatMap((group) => (group.codes.length > 0 ? [] : group.sets))
  if (sets.length > maxSets) {
    throw new Refusal(
      'tooLarge',
      'too-large',
      `This file has too many documents: an interchange has at most ${maxSets}`,
    )
  }
  const orders = sets.filter(({ id, codes }) => id === '850' && codes.length === 0)
  if (!partner || orders.length === 0) return undefined
  const user = ctx.user ?? (await responsibleUserOf(ctx, partner))
  const count = orders.filter(({ segments }) => readPurchaseOrder(segments).purpose === '00').length
  const numbers = await nextNumbers(ctx.db, 'SO', { count, now: ctx.now })
  return { policy: ediPolicy(await readRules(ctx)), numbers, user }
}

const readResponsibleUser = {
  name: 'read_keeper_of_edi_partner',
  text: 'select id, username, role from users where id = $1',
}

async function responsibleUserOf(ctx: Context, { keeperId, name }: Partner): Promise<Actor> {
  const [responsibleUser] = await rows<Actor>(ctx.db, readResponsibleUser, [keeperId ?? 0])
  if (responsibleUser) return responsibleUser
  throw new Refusal(
    'refused',
    'edi-no-keeper',
    `The EDI partner ${name} has no active user in charge`,
  )
}

type InboundInterchange = {
  cut: InterchangeHead
  judged: ValidatedInterchange
  partner: Partner | undefined
  fileName: string | null
  placing: PlacementContext | undefined
  selection: OrderSelection
}
type PartnerInterchange = InboundInterchange & { partner: Partner }

/**
 * Stores an interchange from an unknown sender and notifies managers. Sends no answer, because
 * there is no partner to send it to.
 */
async function rejectUnknownSender(
  ctx: Context,
  { cut: head, judged: validated, fileName }: InboundInterchange,
): Promise<EdiImportResult> {
  const reason = ta1Texts.get(validated.ta1) ?? 'The sender is unknown'
  const state = 'refused' as const
  const row = { partnerId: null, epoch: 1, state, ta1: validated.ta1, reason, fileName }
  const id = await insertInterchange(ctx, head, row)
  const sender = head.isa[6]?.trimEnd() ?? ''
  await notifyManagers(ctx, id, `A file from the unknown sender ${sender} was rejected`)
  return importResult(head, { id, name: null, state, ta1: validated.ta1, reason })
}

async function acceptFromPartner(
  ctx: Context,
  inbound: PartnerInterchange,
): Promise<EdiImportResult> {
  const { cut: head, judged: validated, partner, fileName, placing, selection } = inbound
  const lastControl = await lockControl(ctx, partner.id, 'in')
  const common = { partnerId: partner.id, fileName, epoch: lastControl.epoch }
  if (validated.ta1 !== '000') {
    const reason = ta1Texts.get(validated.ta1) ?? null
    const refusal = { state: 'refused' as const, ta1: validated.ta1, reason }
    const id = await insertInterchange(ctx, head, { ...common, ...refusal })
    const answers = [await answerTa1(ctx, inbound, id, validated.ta1)]
    await notifyManagers(
      ctx,
      id,
      `A file of ${partner.name} was rejected: ${reason ?? validated.ta1}`,
    )
    return importResult(head, { id, name: partner.name, ...refusal, answers })
  }
  const control = controlOf(head)
  const epoch = epochOf(control, lastControl)
  type EarlierInterchange = { id: number; sha256: string }
  const controlKey = [partner.id, 'in', epoch, control]
  const [earlierInterchange] = await rows<EarlierInterchange>(ctx.db, store.findNumber, controlKey)
  if (earlierInterchange)
    return handleDuplicate(ctx, inbound, { ...common, epoch, earlier: earlierInterchange })
  const isNewest = epoch > lastControl.epoch || control > lastControl.last
  if (isNewest) await send(ctx, store.moveControl, [partner.id, 'in', control, epoch])
  const row = { ...common, epoch, state: 'accepted' as const, ta1: null, reason: null }
  const id = await insertInterchange(ctx, head, row)
  const imported = await importTransactionSets(ctx, partner, {
    id,
    groups: validated.groups,
    placing,
    selection,
  })
  for (const segment of validated.ta1s) await recordTa1(ctx, partner, segment)
  const state = stateOf(validated)
  if (state !== 'accepted') await send(ctx, store.updateInterchangeState, [id, state, null])
  const ta1 = requestsTa1(head) ? [await answerTa1(ctx, inbound, id, '000')] : []
  const answers = [...ta1, ...imported.answers]
  return importResult(head, { id, name: partner.name, state, orders: imported.orders, answers })
}

/**
 * Handles a control number that was used before: the same bytes get the same answers again, other
 * content is quarantined.
 */
async function handleDuplicate(
  ctx: Context,
  inbound: PartnerInterchange,
  duplicate: { partnerId: number; fileName: string | null; epoch: number } & {
    earlier: { id: number; sha256: string }
  },
): Promise<EdiImportResult> {
  const { cut: head, partner } = inbound
  const { earlier: earlierInterchange, ...plain } = duplicate
  const isSame = earlierInterchange.sha256 === hashOf(head.raw.trimEnd())
  const state = isSame ? ('duplicate' as const) : ('quarantined' as const)
  const reason = isSame
    ? 'This interchange is a duplicate. Its acknowledgments are sent again'
    : 'Another interchange has the same control number. This one is quarantined'
  const id = await insertInterchange(ctx, head, { ...plain, state, ta1: '025', reason })
  const answers: EdiFile[] = []
  if (!isSame || requestsTa1(head)) answers.push(await answerTa1(ctx, inbound, id, '025'))
  if (isSame) {
    await send(ctx, store.requeueAnswers, [earlierInterchange.id])
    answers.push(...(await readAnswerFiles(ctx, earlierInterchange.id)))
  } else {
    const number = head.isa[13]
    await notifyManagers(
      ctx,
      id,
      `${partner.name} sent two different files with control number ${number}`,
    )
  }
  return importResult(head, { id, name: partner.name, state, ta1: '025', reason, answers })
}

/** Reads the files that answered an interchange. */
export async function readAnswerFiles(ctx: Context, id: number): Promise<EdiFile[]> {
  type Row = { raw: string; fileName: string; what: string }
  const found = await rows<Row>(ctx.db, store.readAnswers, [id])
  return found.map(({ raw, fileName, what }) => ({ what, fileName, text: raw }))
}

function answerTa1(ctx: Context, { cut, partner }: PartnerInterchange, id: number, code: string) {
  return writeOutboundTa1(ctx, partner, { ta1: ta1Of(cut.isa, code), answerTo: id })
}

const requestsTa1 = (cut: InterchangeHead) => cut.isa[14] === '1'
const controlOf = (cut: InterchangeHead) =>
  /^\d{9}$/.test(cut.isa[13] ?? '') ? Number(cut.isa[13]) : 0

function stateOf({ groups }: ValidatedInterchange): InterchangeState {
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
  cut: InterchangeHead,
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

function notifyManagers(ctx: Context, id: number, text: string): Promise<void> {
  const notification = {
    kind: 'system',
    permission: 'edi.mend',
    key: `edi-${id}`,
    title: 'EDI file rejected',
    text,
  } as const
  return notify(ctx, [{ ...notification, roles: ['admin', 'manager'], link: '/edi' }])
}

type ImportOutcome = Partial<ImportedSets> & {
  id: number
  name: string | null
  state: InterchangeState
  ta1?: string | null
  reason?: string | null
}

function importResult(cut: InterchangeHead, outcome: ImportOutcome): EdiImportResult {
  const { id, name, state, ta1 = null, reason = null, orders = [], answers = [] } = outcome
  const controlNumber = cut.isa[13] ?? ''
  return { id, controlNumber, partnerName: name, state, ta1, reason, orders, answers }
}
