// What the inbox offers: to the channels, a place for their messages; to its routes, every step.

export { correctedCellsOf, settleMessage } from './advance-message.ts'
export { type Corrections, readCorrections } from './apply-corrections.ts'
export { deleteOldRawMessages, rawMessageRetention } from './retention.ts'
export { type PlaceOrder, type WithOrderEntry } from './place-message.ts'
export { recordForm } from './record-form.ts'
export { type NewMessage, closePlacedMessages, recordMessage, sha256Of } from './record-message.ts'
export type { ClosingEffect, ReopeningEffect } from './transitions.ts'
export { lockToRun, type MessageRunner, type MessageToRun, settleRun } from './run-message.ts'
