import * as z from 'zod/mini'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { fieldText, parseWholeNumber } from '#platform/ui/form/field-text.ts'
import {
  type IntakeFormLine,
  type IntakeMessageDetails,
  intakeChanges,
  placeIntakeForm,
} from '../contract.ts'

// The form of a message on the screen. Saving it and placing its order are two calls of one form.

/** What saves the form, and what places its order. */
export const saveAndPlace = z.extend(intakeChanges, placeIntakeForm.shape)

export type LineValues = {
  source: number | null
  code: string
  skuId: Choice | undefined
  quantity: string
  unit: string
  unitPrice: string
}

export type FormValues = {
  customerId: Choice | undefined
  customerPO: string
  shipDate: string
  cancelAfter: string
  shippingAddress: string
  notes: string
  items: LineValues[]
  remember: boolean
  isRepeatAccepted: boolean
  isPriceAccepted: boolean
}

export const emptyLine: LineValues = {
  source: null,
  code: '',
  skuId: undefined,
  quantity: '',
  unit: '',
  unitPrice: '',
}

/** The values of a message's form. */
export function valuesOf(message: IntakeMessageDetails): FormValues {
  const { customerId, customerCode, customerName } = message
  const customer: Choice | undefined =
    customerId !== null && customerCode !== null
      ? { id: customerId, code: customerCode, text: `${customerCode} - ${customerName ?? ''}` }
      : undefined
  return {
    customerId: customer,
    customerPO: fieldText(message.customerPO),
    shipDate: fieldText(message.shipDate),
    cancelAfter: fieldText(message.cancelAfter),
    shippingAddress: fieldText(message.shippingAddress),
    notes: fieldText(message.notes),
    items: message.items.map(lineValues),
    remember: true,
    isRepeatAccepted: false,
    isPriceAccepted: false,
  }
}

function lineValues(line: IntakeFormLine): LineValues {
  const { source, code, skuId, sku, name, quantity, unit, unitPrice } = line
  const isKnown = skuId !== null && sku !== null
  return {
    source,
    code: fieldText(code),
    skuId: isKnown ? { id: skuId, code: sku, text: `${sku} - ${name ?? ''}` } : undefined,
    quantity: quantity === null ? '' : String(quantity),
    unit: fieldText(unit),
    unitPrice: fieldText(unitPrice),
  }
}

/** The body of the call that saves the form, with what the placement accepts. */
export function toWire({
  customerId,
  shipDate,
  cancelAfter,
  items,
  ...plain
}: FormValues): z.input<typeof saveAndPlace> {
  return {
    ...plain,
    customerId: customerId?.id ?? null,
    shipDate: shipDate || null,
    cancelAfter: cancelAfter || null,
    items: items.map(({ source, code, skuId, quantity, unit, unitPrice }) => ({
      source,
      code,
      skuId: skuId?.id ?? null,
      quantity: parseWholeNumber(quantity) ?? null,
      unit,
      unitPrice: unitPrice || null,
    })),
  }
}
