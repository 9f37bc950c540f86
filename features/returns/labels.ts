import type { Condition, Disposition, ReplacementPrice, ReturnType, Verdict } from './rules.ts'

/** Display names of return types, conditions and dispositions. */
export const typeNames: Record<ReturnType, string> = { rma: 'RMA', rtv: 'RTV' }

export const conditionNames: Record<Condition, string> = {
  new: 'New',
  opened: 'Opened',
  damaged: 'Damaged',
  defective: 'Defective',
}

export const dispositionNames: Record<Disposition, string> = {
  restock: 'Restock',
  scrap: 'Scrap',
  vendor: 'Send to vendor',
}

export const verdictNames: Record<Verdict, string> = {
  ...dispositionNames,
  inspect: 'Wait for inspection',
}

export const replacementNames: Record<ReplacementPrice, string> = {
  free: 'Free of charge',
  original: 'At the original price',
}

/** Converts a map of labels to options for a select. */
export function optionsOf(names: Readonly<Record<string, string>>) {
  return Object.entries(names).map(([value, label]) => ({ value, label }))
}

/** Suggested reasons; free text is also allowed. */
export const commonReasons: Record<ReturnType, readonly string[]> = {
  rma: ['Wrong item', 'Damaged in transit', 'Defective', 'Excess quantity', 'No longer wanted'],
  rtv: ['Wrong item', 'Damaged on arrival', 'Defective', 'Excess quantity', 'Expired'],
}

/** Returns code and name of the party: `Customer #12` with its name, or the vendor of an RTV. */
export function partyOf(goods: {
  type: ReturnType
  customerId: number | null
  vendorId: number | null
  partyName: string
}): { code: string; name: string } {
  const isSale = goods.type === 'rma'
  const code = isSale ? `Customer #${goods.customerId}` : `Vendor #${goods.vendorId}`
  return { code, name: goods.partyName }
}
