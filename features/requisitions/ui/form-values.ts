import type { WireBodyOf } from '#platform/kernel/endpoint.ts'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import type { PastedCode } from '#platform/ui/form/use-pasted-lines.ts'
import type { RequisitionDetails, RequisitionItem, updateRequisition } from '../contract.ts'
import { fieldText, parseWholeNumber } from '#platform/ui/form/field-text.ts'

export type LineValues = {
  skuId: Choice | undefined
  pasted?: PastedCode | undefined
  description: string
  quantity: string
  neededBy: string
  vendorId: Choice | undefined
  reason: string
}
export type RequisitionValues = { reason: string; items: LineValues[] }

export const emptyLine: LineValues = {
  skuId: undefined,
  description: '',
  quantity: '1',
  neededBy: '',
  vendorId: undefined,
  reason: '',
}

/** Initial form values: an existing requisition, or a new one with an empty line. */
export function valuesOf(requisition?: RequisitionDetails): RequisitionValues {
  const items = requisition?.items.map((item) => ({
    skuId: skuOf(item),
    description: fieldText(item.description),
    quantity: String(item.quantity),
    neededBy: fieldText(item.neededBy),
    vendorId: vendorOf(item),
    reason: fieldText(item.reason),
  }))
  return { reason: fieldText(requisition?.reason), items: items ?? [{ ...emptyLine }] }
}

export function toWire({ reason, items }: RequisitionValues): WireBodyOf<typeof updateRequisition> {
  return {
    reason,
    items: items.map((line) => ({
      skuId: line.skuId?.id ?? null,
      description: line.description,
      quantity: parseWholeNumber(line.quantity) ?? 0,
      neededBy: line.neededBy || null,
      vendorId: line.vendorId?.id ?? null,
      reason: line.reason,
    })),
  }
}

/** A line's SKU as a field value. */
export function skuOf({ skuId, sku, name }: RequisitionItem): Choice | undefined {
  return skuId && sku ? { id: skuId, code: sku, text: `${sku} - ${name ?? ''}` } : undefined
}

/** A line's vendor as a field value. */
export function vendorOf(item: RequisitionItem): Choice | undefined {
  const { vendorId, vendorCode: code, vendorName } = item
  return vendorId && code
    ? { id: vendorId, code, text: `${code} - ${vendorName ?? ''}` }
    : undefined
}
