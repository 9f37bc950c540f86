import { type Flow, statusesOf, verbsFrom } from '#platform/kernel/flow.ts'

/** How a message arrived. The order that it becomes has the same source. */
export const intakeChannels = [
  'web',
  'phone',
  'csv',
  'edi',
  'api',
  'mobile',
  'text',
  'email',
] as const
export type IntakeChannel = (typeof intakeChannels)[number]

/**
 * The states of a message (docs/rules.md). A received message has no known problem and waits for a
 * person; one that needs attention has some. `flag` and `clear` follow from the problems.
 */
export const intakeFlow = {
  received: { flag: 'needs attention', place: 'placed', match: 'duplicate', reject: 'rejected' },
  'needs attention': {
    clear: 'received',
    place: 'placed',
    match: 'duplicate',
    reject: 'rejected',
  },
  placed: {},
  rejected: { reopen: 'needs attention' },
  duplicate: { reopen: 'needs attention' },
} as const satisfies Flow

export const intakeStates = statusesOf(intakeFlow)
export type IntakeState = (typeof intakeStates)[number]
export type IntakeVerb = 'flag' | 'clear' | 'place' | 'match' | 'reject' | 'reopen'

/** True if a message still waits for a person. */
export function isOpen(state: string): boolean {
  return verbsFrom(intakeFlow, state).includes('place')
}

/**
 * Channels whose message is run again as it was received, by the code that received it first. The
 * others are placed from their form.
 */
const machineChannels: ReadonlySet<string> = new Set<IntakeChannel>(['csv', 'edi'])

/** True if the message is placed by running it again, not from its form. */
export function isRunAgain(channel: IntakeChannel): boolean {
  return machineChannels.has(channel)
}

/** How long a message waits; the filter of the list by age. */
export const intakeAges = ['day', 'days', 'week', 'older'] as const

/** Who a message is assigned to, as the caller sees it; the filter of the list by owner. */
export const intakeOwners = ['me', 'nobody', 'other'] as const

/** What people correct: a part number, a unit of measure, a place to ship to. */
export const correctionKinds = ['part', 'unit', 'ship-to'] as const
export type CorrectionKind = (typeof correctionKinds)[number]

/** How many of our units one unit of a customer is at most. */
export const maxUnitFactor = 10_000

const mostKeyCharacters = 500

/** The form in which texts of corrections compare as equal: ignores case and white space. */
export function correctionKey(text: string): string {
  // Normalizing takes quadratic time in a run of combining marks, so that it gets a short text.
  const short = text.slice(0, 2 * mostKeyCharacters)
  const words = short.normalize('NFKC').toLowerCase().split(/\s+/)
  return words.join(' ').trim().slice(0, mostKeyCharacters)
}
