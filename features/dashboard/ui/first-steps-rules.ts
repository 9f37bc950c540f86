import type { FirstSteps } from '../contract.ts'

/** Whether this browser showed the card last time: then its room is kept while it is awaited. */
export const shownKey = 'prizm.firstSteps.shown'

/** With or without demo data, or with records of the business's own. */
export function hasBegun({ beginning, ...facts }: FirstSteps): boolean {
  const isChosen = beginning === 'empty' || beginning === 'loaded'
  return isChosen || facts.hasCustomers || facts.hasVendors || facts.hasSkus
}
