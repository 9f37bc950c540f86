import { amountText, dayText, momentText } from '#platform/kernel/fields.ts'
import { decimal, zero } from '#platform/kernel/money.ts'
import { moment } from '#platform/kernel/days.ts'
import * as z from 'zod/mini'
import { type Customer, priceLevels } from '#features/customers/contract.ts'
import { orderSources } from '#features/sales-orders/contract.ts'
import { forRecordedFields } from '#features/sales-orders/recorded-fields.ts'
import { shippingMethods } from '#features/sales-orders/rules.ts'
import { duplicateChecks } from '#features/settings/duplicate-checks.ts'
import {
  type ChosenCustomer,
  type ChosenSku,
  type OrderForm,
  itemsOf,
  type Line,
} from '../order-form.ts'
import { type FilledFieldName, filledValuesOf } from '../customer/filled-fields.ts'
import {
  isOfLaterForm,
  laterForm,
  unreadableFieldSentence,
  unreadField,
} from '#platform/kernel/stored-json.ts'

/**
 * A saved form may be from another version of the program. Text that the user typed must parse
 * exactly, or the form is rejected; fields that the version did not have are empty. Customer and
 * SKU data are copies only: invalid values are read as unknown.
 */
const typedText = z._default(z.string(), '')
const flag = z._default(z.boolean(), false)
const copiedText = z.catch(z.string(), '')
const copiedNullable = z.catch(z.nullable(z.string()), null)
const copiedDay = z.catch(z.nullable(dayText), null)
const copiedAmount = z.catch(amountText, decimal(zero))
/** The timestamps of a customer of which an older version saved only the selection. */
export const unknownMoment = moment(new Date(0))
const copiedMoment = z.catch(momentText, unknownMoment)
const copiedDuplicateCheck = z.catch(z.nullable(z.enum(duplicateChecks)), null)
const copiedFlag = (fallback: boolean) => z.catch(z.boolean(), fallback)
const choice = { id: z.int(), code: copiedText, text: copiedText }

/** All customer fields, so that the compiler reports a missing new one. */
const storedCustomer = z.object({
  id: z.int(),
  customerCode: copiedText,
  name: copiedText,
  email: copiedText,
  phone: copiedNullable,
  address: copiedNullable,
  city: copiedNullable,
  state: copiedNullable,
  zipCode: copiedNullable,
  country: copiedNullable,
  billingAddress: copiedNullable,
  website: copiedNullable,
  notes: copiedNullable,
  contactName: copiedNullable,
  contactRole: copiedNullable,
  contactEmail: copiedNullable,
  contactPhone: copiedNullable,
  creditLimit: copiedAmount,
  currentBalance: copiedAmount,
  openOrderAmount: copiedAmount,
  softReservedAmount: copiedAmount,
  availableCredit: copiedAmount,
  creditStatus: z.catch(z.enum(['normal', 'blocked']), 'normal'),
  lastOrderDate: copiedDay,
  paymentTerms: copiedText,
  priceLevel: z.catch(z.enum(priceLevels), 'standard'),
  taxExempt: copiedFlag(false),
  taxExemptNumber: copiedNullable,
  allowBackorder: copiedFlag(false),
  packingSlipPrices: copiedFlag(false),
  duplicateCheck: copiedDuplicateCheck,
  supplierNumber: copiedNullable,
  documentNote: copiedNullable,
  isActive: copiedFlag(true),
  createdAt: copiedMoment,
  updatedAt: copiedMoment,
  version: z.catch(z.int(), 1),
} satisfies Record<keyof Customer, z.ZodMiniType>)

/** Earlier names of fields, which saved forms may still have. */
const fieldOfEarlierName: Readonly<Record<string, string>> = {
  isAsked: 'isLookupRequested',
  isTwinFine: 'isDuplicateConfirmed',
  isMade: 'isAdded',
  mates: 'searchResultIds',
}

/** The fields of an object under their current names; any other value is unchanged. */
function withCurrentNames(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null) return stored
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [fieldOfEarlierName[name] ?? name, value]),
  )
}

/** An object whose fields may have earlier names. */
const renamed = <S extends z.ZodMiniObject>(schema: S) =>
  z.pipe(z.transform(withCurrentNames), schema)

const chosenSku = z.object({
  ...choice,
  barcode: copiedNullable,
  name: copiedText,
  unitOfMeasure: copiedText,
  price: copiedAmount,
  available: z.catch(z.int(), 0),
  searchResultIds: z.catch(z.array(z.int()), []),
} satisfies Record<keyof ChosenSku, z.ZodMiniType>)

const line = z.object({
  key: z.optional(z.int()),
  sku: z.optional(renamed(chosenSku)),
  text: typedText,
  isLookupRequested: flag,
  isScanned: flag,
  isUnknown: flag,
  isDuplicateConfirmed: flag,
  isAdded: flag,
  quantity: z._default(z.string(), '1'),
  price: typedText,
} satisfies Record<Exclude<keyof Line, 'isFailed' | 'isQuantityInvalid'>, z.ZodMiniType>)

const fill = z.object({ from: z.object({ id: z.int(), code: copiedText }), value: z.string() })
const copiedFill = z.catch(z.optional(fill), undefined)
const fills = z.object({
  shippingAddress: copiedFill,
  billingAddress: copiedFill,
  shippingMethod: copiedFill,
} satisfies Record<FilledFieldName, z.ZodMiniType>)

const { customerPO, ...recorded } = forRecordedFields(() => typedText)

const storedOrderForm = z.object({
  customer: z.optional(z.object({ ...choice, customer: z.optional(storedCustomer) })),
  orderSource: z._default(z.enum(orderSources), 'web'),
  customerPO,
  shippingAddress: typedText,
  shippingMethod: z._default(z.enum(shippingMethods), 'standard'),
  billingAddress: typedText,
  shipDate: typedText,
  /** If missing, the values are derived from the form's customer. */
  fills: z.optional(fills),
  ...recorded,
  backorder: flag,
  lines: z.array(renamed(line)).check(z.minLength(1)),
  nextKey: z.optional(z.int()),
} satisfies Record<keyof OrderForm, z.ZodMiniType>)

export type ParsedDraft =
  | { orderForm: OrderForm; whyNot?: never }
  | { orderForm?: never; whyNot: string }

/** Parses a saved form; returns the reason if this version cannot read it. */
export function parseStoredForm(stored: unknown): ParsedDraft {
  if (isOfLaterForm(stored)) return { whyNot: laterForm }
  const read = storedOrderForm.safeParse(stored)
  if (!read.success) return { whyNot: unreadableReason(stored, read.error) }
  const { data } = read
  const highest = Math.max(0, ...data.lines.map(({ key = 0 }) => key))
  const lines = data.lines.map((each, index) => {
    return { ...each, key: each.key ?? highest + 1 + index, sku: each.sku }
  })
  const next = Math.max(0, ...lines.map(({ key }) => key)) + 1
  const customer = data.customer && chosenOf(data.customer)
  const filledValues = data.fills ?? filledValuesOf(customer)
  return {
    orderForm: { ...data, customer, fills: filledValues, lines, nextKey: data.nextKey ?? next },
  }
}

type StoredCustomerChoice = NonNullable<z.output<typeof storedOrderForm>['customer']>

/** For a customer of which only the selection was saved: other fields are unknown. */
function chosenOf({ id, code, text, customer }: StoredCustomerChoice): ChosenCustomer {
  const customerData = customer ?? storedCustomer.parse({ id, customerCode: code, name: text })
  return {
    id,
    code: code || customerData.customerCode,
    text: text || customerData.name,
    customer: customerData,
  }
}

function unreadableReason(stored: unknown, error: z.core.$ZodError): string {
  if (typeof stored !== 'object' || stored === null) return 'This is not an order draft.'
  return unreadableFieldSentence(unreadField(error))
}

/**
 * What is saved as a draft. The key is saved with the form, so that every device that opens the
 * draft sends its order under the same key: only one of them creates it.
 */
export function draftOf({ orderForm, idempotencyKey }: KeyedForm) {
  return { title: titleOf(orderForm), form: { ...orderForm, idempotencyKey } }
}

/** A form and the idempotency key that its order is created under. */
export type KeyedForm = { orderForm: OrderForm; idempotencyKey: string }

/** Every text and number in an unreadable form, prefixed by its field name. */
export function textValuesOf(stored: unknown, name = ''): string[] {
  if (typeof stored === 'string' || typeof stored === 'number') {
    return String(stored).trim() === '' ? [] : [name === '' ? String(stored) : `${name}: ${stored}`]
  }
  if (typeof stored !== 'object' || stored === null) return []
  return Object.entries(stored).flatMap(([key, value]) => {
    const label = Array.isArray(stored) ? String(Number(key) + 1) : key
    return textValuesOf(value, name === '' ? label : `${name} ${label}`)
  })
}

/** The title in the Drafts menu: `Northwind Supplies · PO 4500118822 · 3 lines`. */
export function titleOf(orderForm: OrderForm): string {
  const count = itemsOf(orderForm).filter((item) => item.sku).length
  const parts = [
    orderForm.customer?.customer.name ?? 'No customer yet',
    orderForm.customerPO.trim() && `PO ${orderForm.customerPO.trim()}`,
    count === 1 ? '1 line' : `${count} lines`,
  ]
  return parts.filter(Boolean).join(' · ').slice(0, 200)
}
