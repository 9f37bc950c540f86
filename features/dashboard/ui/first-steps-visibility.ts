import type { FirstSteps } from '../contract.ts'

/** Whether this browser last showed the card; if so, a placeholder reserves its space. */
export const visibilityKey = 'prizm.firstSteps.shown'

/** True once the business started with or without demo data, or has its own records. */
export function hasStarted({ beginning, ...facts }: FirstSteps): boolean {
  const isChosen = beginning === 'empty' || beginning === 'loaded'
  return isChosen || facts.hasCustomers || facts.hasVendors || facts.hasSkus
}
