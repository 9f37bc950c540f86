import { isSameUnit } from '#features/skus/units-of-measure.ts'
import { cutText } from '#platform/kernel/fields.ts'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import type { IntakeForm, IntakeLine, IntakeProblem, StoredForm } from './intake-form.ts'

// What is wrong with the form of a message, and where.

/** The records that a form names, as they are now. */
export type FormFacts = {
  customer: { id: number; customerCode: string; isActive: boolean } | undefined
  skus: ReadonlyMap<number, { sku: string; unitOfMeasure: string; isActive: boolean }>
  /** The number of an order of the customer with this customer PO that was not cancelled. */
  orderWithPo: string | undefined
  today: Day
}

/** The path of the problem that a repeated customer PO is; a person may place it nevertheless. */
export const poPath = 'customerPO'

/**
 * The problems of a form, in reading order. Guesses, and what of the text could not be read, are
 * problems until a person has saved the form.
 */
export function problemsOf(
  { form, marks, unread = [], isChecked = false }: StoredForm,
  facts: FormFacts,
): IntakeProblem[] {
  return [
    ...(isChecked ? [] : unread.map((message) => ({ path: '', message }))),
    ...customerProblems(form, facts),
    ...poProblems(form, facts),
    ...dayProblems(form, facts),
    ...lineProblems(form, facts),
    ...(isChecked ? [] : guessProblems({ form, marks })),
    ...(isChecked ? [] : repetitionProblems({ form, marks }, facts)),
  ]
}

/** At most so many problems of a message are stored. */
const mostProblems = 500

/** The first problems of a message, and how many more it has. */
export function firstProblems(problems: readonly IntakeProblem[]): IntakeProblem[] {
  const more = problems.length - mostProblems
  if (more <= 0) return [...problems]
  const message = `${counted(more, 'more problem')} ${more === 1 ? 'is' : 'are'} not listed`
  return [...problems.slice(0, mostProblems), { path: '', message }]
}

/** The problems that stop the order, whatever a person decides. */
export function blockingProblems(problems: readonly IntakeProblem[]): IntakeProblem[] {
  return problems.filter(({ path }) => path !== poPath)
}

function customerProblems({ customerId }: IntakeForm, { customer }: FormFacts): IntakeProblem[] {
  const path = 'customerId'
  if (customerId === null) return [{ path, message: 'No customer was recognized. Select one' }]
  if (!customer) {
    return [{ path, message: 'This customer does not exist any more. Select another customer' }]
  }
  if (customer.isActive) return []
  const code = customer.customerCode
  const message = `Customer ${code} is inactive. Select another customer or activate it`
  return [{ path, message, record: { kind: 'customer', code } }]
}

function poProblems({ customerPO }: IntakeForm, { orderWithPo }: FormFacts): IntakeProblem[] {
  if (customerPO === null || orderWithPo === undefined) return []
  const step = 'Check that order, or turn on Allow repeated PO'
  const message = `PO ${customerPO} is already used on ${orderWithPo}. ${step}`
  return [{ path: poPath, message, record: { kind: 'sales order', code: orderWithPo } }]
}

function dayProblems(form: IntakeForm, { today }: FormFacts): IntakeProblem[] {
  const { shipDate, cancelAfter } = form
  const problems: IntakeProblem[] = []
  if (shipDate !== null && shipDate < today) {
    const message = `The ship date ${formatDay(shipDate)} has passed. Enter a later date`
    problems.push({ path: 'shipDate', message })
  }
  const first = shipDate !== null && shipDate > today ? shipDate : today
  if (cancelAfter !== null && cancelAfter < first) {
    const reason = cancelAfter < today ? 'has passed' : 'is before the ship date'
    const message = `The cancel-after date ${formatDay(cancelAfter)} ${reason}. Correct it`
    problems.push({ path: 'cancelAfter', message })
  }
  return problems
}

function lineProblems(form: IntakeForm, facts: FormFacts): IntakeProblem[] {
  if (form.items.length === 0) {
    return [{ path: 'items', message: 'No lines were recognized. Add them' }]
  }
  return form.items.flatMap((line, index) => [
    ...skuProblems(line, { form, facts, index }),
    ...quantityProblems(line, { form, facts, index }),
  ])
}

type LineFacts = { form: IntakeForm; facts: FormFacts; index: number }

function skuProblems(
  { code, skuId }: IntakeLine,
  { form: { customerId }, facts, index }: LineFacts,
): IntakeProblem[] {
  const path = `items.${index}.skuId`
  const line = `Line ${index + 1}`
  if (skuId === null) {
    const message = code ? `${line}: no SKU is known for ${code}` : `${line}: select the SKU`
    const part = code && customerId !== null ? { part: { customerId, code } } : {}
    return [{ path, message, ...part }]
  }
  const sku = facts.skus.get(skuId)
  if (!sku) {
    return [{ path, message: `${line}: this SKU does not exist any more. Select another SKU` }]
  }
  if (sku.isActive) return []
  const message = `${line}: SKU ${sku.sku} is inactive. Select another SKU or activate it`
  return [{ path, message, record: { kind: 'sku', code: sku.sku } }]
}

function quantityProblems(
  { skuId, quantity, unit }: IntakeLine,
  { facts, index }: LineFacts,
): IntakeProblem[] {
  const line = `Line ${index + 1}`
  const problems: IntakeProblem[] = []
  if (quantity === null) {
    const message = `${line}: the quantity is not a whole number. Enter it`
    problems.push({ path: `items.${index}.quantity`, message })
  }
  const sku = skuId === null ? undefined : facts.skus.get(skuId)
  if (sku && unit !== null && !isSameUnit(unit, sku.unitOfMeasure)) {
    const ours = sku.unitOfMeasure
    const message = `${line}: ordered in ${unit}, sold in ${ours}. Enter the quantity in ${ours}`
    problems.push({ path: `items.${index}.unit`, message })
  }
  return problems
}

function guessProblems({ form, marks }: Pick<StoredForm, 'form' | 'marks'>): IntakeProblem[] {
  return Object.entries(marks).flatMap(([name, { confidence, text }]) => {
    if (confidence !== 'guess') return []
    const path = pathOfMark(form, name)
    const message = `“${cutText(text, 60)}”: not certain. Check the value, then save`
    return path === undefined ? [] : [{ path, message }]
  })
}

/**
 * Lines that were read from a text and have the SKU of a line before: an order that is in an email
 * and in its attachment, too, would be twice as large.
 */
function repetitionProblems(
  { form: { items }, marks }: Pick<StoredForm, 'form' | 'marks'>,
  { skus }: FormFacts,
): IntakeProblem[] {
  if (Object.keys(marks).length === 0) return []
  return items.flatMap(({ skuId }, index) => {
    const sku = skuId === null ? undefined : skus.get(skuId)
    const first = items.findIndex((item) => item.skuId === skuId)
    if (!sku || first === index) return []
    const twice = `Line ${index + 1}: ${sku.sku} is also on line ${first + 1}`
    const message = `${twice}. Remove one if it is the same line, then save`
    return [{ path: `items.${index}.skuId`, message }]
  })
}

/** The field of the form that a mark is beside; undefined if its line was removed. */
function pathOfMark({ items }: IntakeForm, name: string): string | undefined {
  const [first, source, field] = name.split(' ')
  if (first !== 'line') return name
  const index = items.findIndex((item) => item.source === Number(source))
  return index === -1 ? undefined : `items.${index}.${field}`
}
