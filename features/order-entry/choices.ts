/** What a person wants of a new order: what the rules say, to keep it on hold, or none of it. */
export type OrderChoice = 'accept' | 'hold' | 'leave'

/** Why an order is on hold that a person wanted so. */
export function heldByNote(username: string): string {
  return `Put on hold by ${username} when the file was taken`
}
