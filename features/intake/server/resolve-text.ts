// One file: how the words of a text become the records of a form is read from top to bottom.
import { cutText } from '#platform/kernel/fields.ts'
import { cents, decimal, multiply, prorate } from '#platform/kernel/money.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import {
  emptyForm,
  type IntakeForm,
  type IntakeLine,
  type IntakeMark,
  type IntakeMarks,
  lineMark,
  type StoredForm,
} from '../intake-form.ts'
import { fitForm } from '../fit-form.ts'
import { confidenceLabels } from '../labels.ts'
import { parseText, type TextOrder } from '../parse-text.ts'
import type { TextItem } from '../text-items.ts'
import type { Confidence, Guess } from '../text-spans.ts'
import { type Corrections, readCorrections } from './apply-corrections.ts'

const findCustomers = {
  name: 'find_customers_of_intake_text',
  text: `select id, customer_code as "customerCode", lower(customer_code) as code,
                lower(name) as name, lower(coalesce(email, '')) as email,
                lower(coalesce(contact_email, '')) as "contactEmail"
         from customers
         where deleted_at is null
           and (lower(customer_code) = any($1::text[]) or lower(name) = any($1::text[])
                or lower(email) = any($1::text[]) or lower(contact_email) = any($1::text[])
                or split_part(lower(email), '@', 2) = any($2::text[]))
         order by id limit 200`,
}

const findSkus = {
  name: 'find_skus_of_intake_text',
  text: `select id, lower(sku) as sku, barcode, unit_of_measure as unit from skus
         where (lower(sku) = any($1::text[]) or barcode = any($2::text[])
                or id = any($3::int[]))
           and deleted_at is null order by id`,
}

type CustomerRow = {
  id: number
  customerCode: string
  code: string
  name: string
  email: string
  contactEmail: string
}
type SkuRow = { id: number; sku: string; barcode: string | null; unit: string }

/** Domains of mail providers, which say nothing about the company of a sender. */
const publicDomains: ReadonlySet<string> = new Set([
  'aol.com',
  'gmail.com',
  'hotmail.com',
  'icloud.com',
  'live.com',
  'msn.com',
  'outlook.com',
  'proton.me',
  'protonmail.com',
  'yahoo.com',
])

/**
 * Reads an order out of a text and looks up what its words name: customers by code, name or email
 * address, SKUs by what was corrected before, by code or by barcode. Everything is marked with its
 * source; what is not found stays empty.
 */
export async function resolveText(ctx: Context, text: string, sender: string): Promise<StoredForm> {
  const order = parseText(text)
  const marks: IntakeMarks = {}
  const customerId = await resolveCustomer(ctx, { order, sender, marks })
  const corrections = await readTextCorrections(ctx, order, customerId)
  const lookup = { order, customerId: customerId ?? 0, corrections, marks }
  const form: IntakeForm = {
    ...emptyForm,
    customerId,
    customerPO: marked(marks, 'customerPO', order.customerPO),
    shipDate: marked(marks, 'shipDate', order.shipDate),
    cancelAfter: marked(marks, 'cancelAfter', order.cancelAfter),
    shippingAddress: resolveShipTo(lookup),
    notes: marked(marks, 'notes', order.notes),
    items: await resolveItems(ctx, lookup),
  }
  return { $form: 1, form: fitForm(form), marks, unread: order.unread }
}

/** What was corrected before in orders of the customer; nothing without one. */
function readTextCorrections(
  ctx: Context,
  { items, shippingAddress }: TextOrder,
  customerId: number | null,
): Promise<Corrections> {
  if (customerId === null) return readCorrections(ctx, [])
  const parts = items.map(({ code }) => code.value)
  const units = items.flatMap(({ unit }) => unit?.value ?? [])
  const shipTos = shippingAddress ? [shippingAddress.value] : []
  return readCorrections(ctx, [{ customerId, parts, units, shipTos }])
}

/** Notes the mark of a guess, and returns its value; null if there is no guess. */
function marked<Value extends string>(
  marks: IntakeMarks,
  name: string,
  guess: Guess<Value> | null,
): Value | null {
  if (!guess) return null
  marks[name] = markOf(guess, { value: guess.value })
  return guess.value
}

type MarkOptions = { value: string; confidence?: Confidence; says?: string }

function markOf(
  { text, start, end, confidence: own }: Guess<unknown>,
  { value, confidence = own, says = confidenceLabels[confidence] }: MarkOptions,
): IntakeMark {
  return { value, text: cutText(text, 500), start, end, confidence, says }
}

type TextLookup = { order: TextOrder; marks: IntakeMarks }

async function resolveCustomer(
  ctx: Context,
  { order: { customers }, sender, marks }: TextLookup & { sender: string },
): Promise<number | null> {
  const typed: Guess = {
    text: sender,
    start: 0,
    end: 0,
    value: cutText(sender.trim(), 254),
    confidence: 'likely',
  }
  const unnamed = customers.filter((each) => !isNamed(each))
  const guesses = [...customers.filter(isNamed), typed, ...unnamed]
  const words = guesses.map(({ value }) => value.toLowerCase()).filter(Boolean)
  const domains = words.flatMap((word) => domainOf(word) ?? [])
  if (words.length === 0) return null
  const found = await rows<CustomerRow>(ctx.db, findCustomers, [words, domains])
  for (const [how, confidence] of ways) {
    for (const guess of guesses) {
      const [only, other] = found.filter((customer) => how(customer, guess.value.toLowerCase()))
      if (!only || other) continue
      const isTyped = guess === typed
      const says = isTyped ? 'Found by the sender' : confidenceLabels[confidence]
      const mark = markOf(guess, { value: String(only.id), confidence, says })
      marks['customerId'] = isTyped ? { ...mark, start: null, end: null } : mark
      return only.id
    }
  }
  return null
}

const isNamed = ({ confidence }: Guess) => confidence !== 'guess'

function domainOf(word: string): string | undefined {
  const domain = word.includes('@') ? word.slice(word.lastIndexOf('@') + 1) : ''
  return domain === '' || publicDomains.has(domain) ? undefined : domain
}

/** How a customer is recognized, the surest way first. */
const ways: readonly [(customer: CustomerRow, word: string) => boolean, Confidence][] = [
  [({ code }, word) => code === word, 'sure'],
  [(customer, word) => word !== '' && emailsOf(customer).includes(word), 'likely'],
  [({ name }, word) => name === word, 'likely'],
  [({ email }, word) => isSameDomain(email, word), 'guess'],
]

const emailsOf = ({ email, contactEmail }: CustomerRow) => [email, contactEmail]

function isSameDomain(email: string, word: string): boolean {
  const domain = domainOf(word)
  return domain !== undefined && domainOf(email) === domain
}

type CorrectedLookup = TextLookup & { customerId: number; corrections: Corrections }

function resolveShipTo({
  order: { shippingAddress },
  customerId,
  corrections,
  marks,
}: CorrectedLookup): string | null {
  if (!shippingAddress) return null
  const corrected = corrections.shipToOf(customerId, shippingAddress.value)
  if (corrected === undefined) return marked(marks, 'shippingAddress', shippingAddress)
  const says = 'Corrected before for this customer'
  marks['shippingAddress'] = markOf(shippingAddress, { value: corrected, confidence: 'sure', says })
  return corrected
}

async function resolveItems(
  ctx: Context,
  { order: { items, unread }, customerId, corrections, marks }: CorrectedLookup,
): Promise<IntakeLine[]> {
  const codes = items.map(({ code }) => code.value)
  const corrected = codes.flatMap((code) => corrections.skuIdOf(customerId, code) ?? [])
  const lower = codes.map((code) => code.toLowerCase())
  const found =
    codes.length === 0 ? [] : await rows<SkuRow>(ctx.db, findSkus, [lower, codes, corrected])
  const skus = {
    byId: new Map(found.map((sku) => [sku.id, sku])),
    byCode: new Map(found.map((sku) => [sku.sku, sku])),
    byBarcode: new Map(found.flatMap((sku) => (sku.barcode ? [[sku.barcode, sku]] : []))),
  }
  return items.map((item, index) => {
    const lookup = { customerId, corrections, marks, source: index + 1 }
    const sku = resolveSku(item, { ...lookup, skus })
    return { ...resolveQuantity(item, { ...lookup, sku, unread }), skuId: sku?.id ?? null }
  })
}

type LineLookup = Pick<CorrectedLookup, 'customerId' | 'corrections' | 'marks'> & {
  source: number
}
type SkuLookup = LineLookup & {
  skus: {
    byId: ReadonlyMap<number, SkuRow>
    byCode: ReadonlyMap<string, SkuRow>
    byBarcode: ReadonlyMap<string, SkuRow>
  }
}

function resolveSku(
  { code }: TextItem,
  { customerId, corrections, skus, marks, source }: SkuLookup,
): SkuRow | undefined {
  const corrected = skus.byId.get(corrections.skuIdOf(customerId, code.value) ?? 0)
  const own = skus.byCode.get(code.value.toLowerCase())
  const sku = corrected ?? own ?? skus.byBarcode.get(code.value)
  const says = corrected
    ? 'Corrected before for this customer'
    : own
      ? 'Our SKU'
      : 'Found by the barcode'
  if (sku) marks[lineMark(source, 'skuId')] = markOf(code, { value: String(sku.id), says })
  return sku
}

/** The price of one of our units; null if the written one is no price, or not whole in cents. */
function priceOfUnit(written: string | null, factor: number): string | null {
  if (written === null || factor === 1) return written
  const price = cents(written)
  const each = prorate(price, 1, factor)
  return multiply(each, factor) === price ? decimal(each) : null
}

type UnitLookup = LineLookup & { sku: SkuRow | undefined; unread: string[] }

/** The quantity and price in our unit, if the unit of the customer was corrected before. */
function resolveQuantity(
  { code, quantity, unit, unitPrice }: TextItem,
  { customerId, corrections, sku, marks, source, unread }: UnitLookup,
): Omit<IntakeLine, 'skuId'> {
  marks[lineMark(source, 'code')] = markOf(code, { value: code.value })
  const written = { quantity: quantity?.value ?? null, unit: unit?.value ?? null }
  const read = corrections.quantityOf(customerId, { ...written, sku })
  if (quantity) {
    const says = read.isCorrected ? 'In our unit, as corrected before' : undefined
    const value = String(read.quantity ?? '')
    marks[lineMark(source, 'quantity')] = markOf(quantity, { value, ...(says && { says }) })
  }
  if (unit) {
    marks[lineMark(source, 'unit')] = markOf(unit, { value: read.unit ?? unit.value })
  }
  const price = priceOfUnit(unitPrice?.value ?? null, read.factor)
  if (unitPrice) marks[lineMark(source, 'unitPrice')] = markOf(unitPrice, { value: price ?? '' })
  if (unitPrice?.value && price === null) {
    unread.push(`Line ${source}: the price ${unitPrice.text} is not compared with ours`)
  }
  return { source, code: code.value, quantity: read.quantity, unit: read.unit, unitPrice: price }
}
