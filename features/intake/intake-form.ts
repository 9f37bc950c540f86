import * as z from 'zod/mini'
import { addressField } from '#features/customers/address-rules.ts'
import { maxLines } from '#features/sales-orders/rules.ts'
import { dayField, freeLine, freeText, id, price, units } from '#platform/kernel/fields.ts'
import { confidences } from './text-spans.ts'

// What a message says, as a form that a person completes, and where each value came from.

const orNull = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.transform((value: unknown): unknown => (value === '' || value === undefined ? null : value)),
    z.nullable(schema),
  )

/** A line of the form. `source` is the line of the text that it was read from, from 1. */
export const intakeLine = z.object({
  source: z.optional(orNull(units(1))),
  /** The part number as the customer wrote it. */
  code: orNull(freeLine(100)),
  skuId: orNull(id('Please select a SKU')),
  quantity: orNull(units(1, 'Quantity must be at least 1')),
  /** The unit of the quantity, as the customer wrote it. */
  unit: orNull(freeLine(50)),
  /** The price that the customer states. Only compared: the order uses the price lists. */
  unitPrice: orNull(price),
})
export type IntakeLine = z.output<typeof intakeLine>

/** The form of a message. Everything may be missing until the order is placed. */
export const intakeForm = z.object({
  customerId: orNull(id('Please select a customer')),
  customerPO: orNull(freeLine(50)),
  shipDate: orNull(dayField),
  cancelAfter: orNull(dayField),
  shippingAddress: addressField,
  notes: orNull(freeText(5000)),
  items: z
    .array(intakeLine)
    .check(z.maxLength(maxLines, { error: `An order has at most ${maxLines} lines` })),
})
export type IntakeForm = z.output<typeof intakeForm>

/** What a value of the form was read from: the text, its place, and how sure it is. */
export const intakeMark = z.object({
  /** The value as it was filled in; another value was changed by a person. */
  value: z.string(),
  text: z.string(),
  /** The place in the text, in UTF-16 units; null if it is not from the text. */
  start: z.nullable(z.int()),
  end: z.nullable(z.int()),
  confidence: z.enum(confidences),
  /** How it was found, as a sentence. */
  says: z.string(),
})
export type IntakeMark = z.infer<typeof intakeMark>

/** The marks by field, such as `customerPO` or `line 3 quantity`, where 3 is the `source`. */
export const intakeMarks = z.record(z.string(), intakeMark)
export type IntakeMarks = z.infer<typeof intakeMarks>

/** The name of the mark of a field of a line. */
export function lineMark(source: number, field: string): string {
  return `line ${source} ${field}`
}

const cellPlace = z.object({
  /** The rows of the file that have it, or the position of the line in the 850. */
  rows: z.array(z.int()),
  field: z.string(),
  /** What it is called, such as `Quantity in row 3`. */
  label: z.string(),
})

/** A value of a file or an 850 that may be corrected in this message alone. */
export const intakeCell = z.extend(cellPlace, {
  /** What it is now; empty if it could not be read. */
  text: z.string(),
})
export type IntakeCell = z.infer<typeof intakeCell>

/** A value that was corrected in a message: its next run reads this instead of the raw one. */
export const correctedCell = z.extend(cellPlace, { value: z.string() })
export type CorrectedCell = z.infer<typeof correctedCell>

/** A record to change before a message can be placed, by the code that people know it by. */
export const intakeProblemRecord = z.object({
  kind: z.enum(['customer', 'sku', 'sales order', 'edi partner']),
  code: z.string(),
})
export type IntakeProblemRecord = z.infer<typeof intakeProblemRecord>

/** What is wrong with a message, and where: a field of the form, or a place in the file. */
export const intakeProblem = z.object({
  path: z.string(),
  message: z.string(),
  /** The part number that no SKU is known for, with its customer. */
  part: z.optional(
    z.object({ customerId: z.int(), customerCode: z.optional(z.string()), code: z.string() }),
  ),
  /** A unit of the customer that is not the SKU's, and was not corrected. */
  unit: z.optional(
    z.object({
      customerId: z.int(),
      /** Only in a file with orders of several customers, as in `part`. */
      customerCode: z.optional(z.string()),
      skuId: z.int(),
      sku: z.string(),
      /** As the customer wrote it, and the unit of the SKU. */
      text: z.string(),
      ours: z.string(),
    }),
  ),
  /** The record to change for it; `message` says how. */
  record: z.optional(intakeProblemRecord),
  /** What can be corrected in this message alone: a wrong value, or those of a refused order. */
  cells: z.optional(z.array(intakeCell)),
  /** The first row of an order that equals an earlier one; a person may create it again. */
  repeatedRow: z.optional(z.int()),
  /** The number of that earlier order: what the person agrees to repeat. */
  repeatedOrder: z.optional(z.string()),
})
export type IntakeProblem = z.infer<typeof intakeProblem>

/** The first version of a stored form (`platform/kernel/stored-json.ts`). */
export const storedForm = z.object({
  $form: z.literal(1),
  form: intakeForm,
  marks: intakeMarks,
  /** The text that the marks refer to, if it is not the raw message itself. */
  text: z.optional(z.string()),
  /** What of the text could not be read. */
  unread: z.optional(z.array(z.string())),
  /** True once a person has saved the form, so that guesses count as checked. */
  isChecked: z.optional(z.boolean()),
})
export type StoredForm = z.infer<typeof storedForm>

/** A form with nothing in it. */
export const emptyForm: IntakeForm = {
  customerId: null,
  customerPO: null,
  shipDate: null,
  cancelAfter: null,
  shippingAddress: null,
  notes: null,
  items: [],
}
