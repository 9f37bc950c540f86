/** The user's choice for an imported order: decide by the rules, put it on hold, or skip it. */
export type OrderChoice = 'accept' | 'hold' | 'leave'

/** The hold note of an order that a user put on hold during the import. */
export function importHoldNote(username: string): string {
  return `Put on hold by ${username} during the import`
}
