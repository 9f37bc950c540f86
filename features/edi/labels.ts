import type { EdiLine } from './contract.ts'
import type { DocumentState, InterchangeState } from './rules.ts'

// Display names for the UI.

/** Badge text of each interchange state. */
export const interchangeStateLabels: Readonly<Record<InterchangeState, string>> = {
  accepted: 'Accepted',
  partial: 'Partly accepted',
  rejected: 'Rejected',
  refused: 'Refused',
  duplicate: 'Duplicate',
  quarantined: 'Set aside',
  ready: 'Ready',
  sent: 'Sent',
  acknowledged: 'Acknowledged',
}

/** Display text of each document state. */
export const documentStateLabels: Readonly<Record<DocumentState, string>> = {
  taken: 'Order created',
  held: 'On hold',
  refused: 'Refused',
  cancelled: 'Order cancelled',
  duplicate: 'Duplicate',
  rejected: 'Has errors',
  exception: 'Needs attention',
  noted: 'Noted',
  waiting: 'Waiting',
  accepted: 'Accepted',
}

/** Display text of the 855 line codes. */
export const lineCodeLabels: Readonly<Record<EdiLine['code'], string>> = {
  IA: 'Accepted',
  IB: 'Backordered',
  IH: 'On hold',
  IP: 'Price differs',
  IQ: 'Quantity corrected',
  IR: 'Refused',
}

const setNames: ReadonlyMap<string, string> = new Map([
  ['810', 'Invoice'],
  ['846', 'Stock count'],
  ['850', 'Purchase order'],
  ['855', 'Order acknowledgment'],
  ['856', 'Ship notice'],
  ['940', 'Shipping order'],
  ['943', 'Expected receipt'],
  ['944', 'Receipt'],
  ['945', 'Shipment'],
  ['997', 'Acknowledgment'],
])

/** Returns the set ID with its name, such as `850 · Purchase order`. */
export function setName(id: string): string {
  return setNames.has(id) ? `${id} · ${setNames.get(id)}` : id
}
