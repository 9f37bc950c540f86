import type { Confidence } from './text-spans.ts'
import type { CorrectionKind, intakeAges, IntakeChannel, IntakeState } from './rules.ts'

/** Display names of the channels. */
export const channelLabels: Readonly<Record<IntakeChannel, string>> = {
  web: 'Web',
  phone: 'Phone',
  csv: 'CSV',
  edi: 'EDI',
  api: 'API',
  mobile: 'Mobile app',
  text: 'Pasted text',
  email: 'Email',
}

/** Display names of the states. */
export const stateLabels: Readonly<Record<IntakeState, string>> = {
  received: 'Received',
  'needs attention': 'Needs attention',
  placed: 'Placed',
  rejected: 'Rejected',
  duplicate: 'Duplicate',
}

/** Display names of the ages. */
export const ageLabels: Readonly<Record<(typeof intakeAges)[number], string>> = {
  day: 'Less than a day',
  days: '1 to 3 days',
  week: '3 to 7 days',
  older: 'More than 7 days',
}

/** How sure a value is, for the mark beside its field. */
export const confidenceLabels: Readonly<Record<Confidence, string>> = {
  sure: 'Read from a named field',
  likely: 'Probably right',
  guess: 'A guess. Please check it',
}

/** Display names of the kinds of corrections. */
export const correctionLabels: Readonly<Record<CorrectionKind, string>> = {
  part: 'Part number',
  unit: 'Unit',
  'ship-to': 'Ship-to',
}
