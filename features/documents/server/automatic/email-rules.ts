import { requireRecord, record } from '#features/audit/server/service.ts'
import { requirePermission } from '#features/auth/rules.ts'
import type { Settings } from '#features/settings/contract.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { invalid } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import type { EmailBounce, EmailRules, EmailRulesForm } from '../../contract.ts'
import {
  addressesOf,
  type AutomaticName,
  type EmailParty,
  isSentByCompany,
  namesFor,
} from '../../rules.ts'
import * as store from './email-rules-store.ts'

/** What a customer gets by email without a person sending it. Throws 404 for an unknown one. */
export function readCustomerEmails(ctx: Context, id: number): Promise<EmailRules> {
  return readEmails(ctx, { party: 'customer', id })
}

/** What a vendor gets by email without a person sending it. Throws 404 for an unknown one. */
export function readVendorEmails(ctx: Context, id: number): Promise<EmailRules> {
  return readEmails(ctx, { party: 'vendor', id })
}

/** Changes what a customer gets by email; absent rules stay. */
export function changeCustomerEmails(
  ctx: Context,
  id: number,
  form: EmailRulesForm,
): Promise<EmailRules> {
  return changeEmails(ctx, { party: 'customer', id }, form)
}

/** Changes what a vendor gets by email; absent rules stay. */
export function changeVendorEmails(
  ctx: Context,
  id: number,
  form: EmailRulesForm,
): Promise<EmailRules> {
  return changeEmails(ctx, { party: 'vendor', id }, form)
}

type Party = { party: EmailParty; id: number }
type StoredRule = {
  name: AutomaticName
  isSent: boolean | null
  to: string | null
  dayOfMonth: number | null
}

async function readEmails(ctx: Context, of: Party): Promise<EmailRules> {
  await requireRecord(ctx, of.party, of.id)
  const [settings, stored] = [await readSettings(ctx), await readRules(ctx, of)]
  const addresses = await addressesOfParty(ctx, of)
  const used = [...addresses, ...stored.flatMap(({ to }) => addressesOf(to))]
  const folded = [...new Set(used.map((address) => address.toLowerCase()))]
  const bounces = await rows<EmailBounce>(ctx.db, store.readBounces, [folded])
  return { ...answerOf(of.party, stored, settings), addresses, bounces }
}

function answerOf(party: EmailParty, stored: readonly StoredRule[], settings: Settings) {
  const ruleOf = (name: AutomaticName) => stored.find((rule) => rule.name === name)
  return {
    rules: namesFor(party).map((name) => ({
      name,
      isSent: ruleOf(name)?.isSent ?? null,
      isSentByCompany: isSentByCompany(settings, name),
      to: ruleOf(name)?.to ?? null,
    })),
    statementDay: ruleOf('statement')?.dayOfMonth ?? null,
    companyStatementDay: settings.statementDay,
  }
}

const readRules = (ctx: Context, { party, id }: Party) =>
  rows<StoredRule>(ctx.db, store.readRules, [party, id])

async function addressesOfParty(ctx: Context, { party, id }: Party): Promise<string[]> {
  const found = await rows<{ address: string }>(ctx.db, store.addressesOfParty, [party, id])
  return found.map(({ address }) => address)
}

function changeEmails(ctx: Context, of: Party, form: EmailRulesForm): Promise<EmailRules> {
  // The answer has the addresses of the record.
  requirePermission(ctx.user, of.party === 'customer' ? 'customers.read' : 'vendors.read')
  refuseOthers(of.party, form)
  return inTransaction(ctx, async (inner) => {
    await requireRecord(inner, of.party, of.id)
    await send(inner, store.lockParty, [of.party, of.id])
    const before = await readRules(inner, of)
    for (const rule of rulesAfter(before, form)) {
      const { name, isSent, to, dayOfMonth } = rule
      // One after another: the transaction has one connection.
      // oxlint-disable-next-line no-await-in-loop
      await rows(inner.db, store.saveRule, [of.party, of.id, name, isSent, to, dayOfMonth])
    }
    const changes = changesOf(before, await readRules(inner, of))
    if (Object.keys(changes).length > 0) {
      await record(inner, [{ entity: of.party, entityId: of.id, action: 'update', changes }])
    }
    return readEmails(inner, of)
  })
}

/** Throws 422 for a document that the other kind of party gets. */
function refuseOthers(party: EmailParty, { rules, statementDay }: EmailRulesForm): void {
  const index = rules.findIndex(({ name }) => !namesFor(party).includes(name))
  const sentence = `A ${party} does not get this document`
  if (index !== -1) throw invalid([{ path: `rules.${index}.name`, message: sentence }])
  if (party === 'vendor' && typeof statementDay === 'number') {
    throw invalid([{ path: 'statementDay', message: sentence }])
  }
}

/** The rules that the form names, with what it does not name as before. */
function rulesAfter(before: readonly StoredRule[], form: EmailRulesForm): StoredRule[] {
  const changed = new Map<AutomaticName, StoredRule>()
  const ruleOf = (name: AutomaticName): StoredRule =>
    changed.get(name) ??
    before.find((rule) => rule.name === name) ?? { name, isSent: null, to: null, dayOfMonth: null }
  for (const { name, isSent, to } of form.rules) {
    const rule = ruleOf(name)
    changed.set(name, {
      ...rule,
      ...(isSent !== undefined && { isSent }),
      ...(to !== undefined && { to: addressesOf(to).join(', ') || null }),
    })
  }
  if (form.statementDay !== undefined) {
    changed.set('statement', { ...ruleOf('statement'), dayOfMonth: form.statementDay })
  }
  return [...changed.values()]
}

/** The difference for the history. Recipients are one field, which an erasure empties. */
function changesOf(before: readonly StoredRule[], after: readonly StoredRule[]) {
  const facts = (rules: readonly StoredRule[]) => ({
    automaticEmails: textOf(rules, ({ isSent }) => isSent && 'yes', 'no'),
    emailRecipients: textOf(rules, ({ to }) => to),
    statementDay: rules.find(({ name }) => name === 'statement')?.dayOfMonth ?? null,
  })
  const [from, to] = [facts(before), facts(after)]
  const names = Object.keys(from) as (keyof typeof from)[]
  const differing = names.filter((name) => from[name] !== to[name])
  return Object.fromEntries(differing.map((name) => [name, { from: from[name], to: to[name] }]))
}

function textOf(
  rules: readonly StoredRule[],
  valueOf: (rule: StoredRule) => string | false | null,
  whenFalse = '',
): string | null {
  const parts = rules.flatMap((rule) => {
    const value = valueOf(rule)
    return value === null ? [] : [`${rule.name}: ${value || whenFalse}`]
  })
  return parts.toSorted().join('; ') || null
}

/** The recipients chosen for a document; undefined for the address of the record. */
export async function recipientsOf(
  ctx: Pick<Context, 'db'>,
  { party, id, name }: Party & { name: AutomaticName },
): Promise<string | undefined> {
  const found = await rows<{ to: string | null }>(ctx.db, store.readRecipients, [party, id, name])
  return found[0]?.to ?? undefined
}

/**
 * Deletes the chosen recipients of a customer, and what mail servers said about its addresses. For
 * the erasure of personal data, before the addresses of the record are replaced.
 */
export async function eraseEmailsOfCustomer(ctx: Context, id: number): Promise<void> {
  const of = { party: 'customer', id } as const
  const stored = await readRules(ctx, of)
  const own = [...(await addressesOfParty(ctx, of)), ...stored.flatMap(({ to }) => addressesOf(to))]
  await rows(ctx.db, store.deleteBounces, [own.map((address) => address.toLowerCase())])
  await rows(ctx.db, store.deleteRules, [of.party, id])
}
