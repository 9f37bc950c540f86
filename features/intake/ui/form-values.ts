import * as z from 'zod/mini'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { fieldText, parseWholeNumber } from '#platform/ui/form/field-text.ts'
import {
  type IntakeFormAnswer,
  type IntakeFormLine,
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
  form: {
    customerId: Choice | undefined
    customerPO: string
    shipDate: string
    cancelAfter: string
    shippingAddress: string
    notes: string
    items: LineValues[]
  }
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
export function valuesOf(form: IntakeFormAnswer): FormValues {
  const { customerId, customerCode, customerName } = form
  const customer: Choice | undefined =
    customerId !== null && customerCode !== null
      ? { id: customerId, code: customerCode, text: `${customerCode} - ${customerName ?? ''}` }
      : undefined
  return {
    form: {
      customerId: customer,
      customerPO: fieldText(form.customerPO),
      shipDate: fieldText(form.shipDate),
      cancelAfter: fieldText(form.cancelAfter),
      shippingAddress: fieldText(form.shippingAddress),
      notes: fieldText(form.notes),
      items: form.items.map(lineValues),
    },
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
export function toWire({ form, ...options }: FormValues) {
  return {
    form: {
      ...form,
      customerId: form.customerId?.id ?? null,
      shipDate: form.shipDate || null,
      cancelAfter: form.cancelAfter || null,
      items: form.items.map(({ source, code, skuId, quantity, unit, unitPrice }) => ({
        source,
        code,
        skuId: skuId?.id ?? null,
        quantity: parseWholeNumber(quantity) ?? null,
        unit,
        unitPrice: unitPrice || null,
      })),
    },
    ...options,
  }
}
