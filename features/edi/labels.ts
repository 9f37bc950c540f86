import type { EdiLine } from './contract.ts'
import type { DocumentState, InterchangeState } from './rules.ts'

// Display names for the UI.

/** Badge text of each interchange state. */
export const interchangeWords: Readonly<Record<InterchangeState, string>> = {
  accepted: 'Accepted',
  partial: 'Accepted in part',
  rejected: 'Rejected',
  refused: 'Refused',
  duplicate: 'Came before',
  quarantined: 'Set aside',
  ready: 'Ready',
  sent: 'Sent',
  acknowledged: 'Acknowledged',
}

/** Display text of each document state. */
export const documentWords: Readonly<Record<DocumentState, string>> = {
  taken: 'Order created',
  held: 'On hold',
  refused: 'Refused',
  cancelled: 'Order cancelled',
  duplicate: 'Came before',
  rejected: 'Has errors',
  exception: 'Needs a person',
  noted: 'Noted',
  waiting: 'Waiting',
  accepted: 'Accepted',
}

/** Display text of the 855 line codes. */
export const lineWords: Readonly<Record<EdiLine['code'], string>> = {
  IA: 'Accepted',
  IB: 'Backordered',
  IH: 'On hold',
  IP: 'Price differs',
  IR: 'Refused',
}

const setWords: ReadonlyMap<string, string> = new Map([
  ['810', 'Invoice'],
  ['846', 'Count of stock'],
  ['850', 'Purchase order'],
  ['855', 'Answer to an order'],
  ['856', 'Ship notice'],
  ['940', 'Shipping order'],
  ['943', 'Goods to expect'],
  ['944', 'Receipt'],
  ['945', 'Shipment'],
  ['997', 'Acknowledgement'],
])

/** Returns the set ID with its name, such as `850 · Purchase order`. */
export function setName(id: string): string {
  return setWords.has(id) ? `${id} · ${setWords.get(id)}` : id
}
