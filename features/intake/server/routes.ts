import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import {
  createIntakeCorrection,
  deleteIntakeCorrection,
  listIntakeCorrections,
} from './corrections.ts'
import { correctIntakeMessage } from './correct-message.ts'
import { createIntakeMessage } from './paste-text.ts'
import { placeIntakeMessage, type WithOrderEntry } from './place-message.ts'
import {
  countIntakeMessages,
  downloadIntakeMessage,
  listIntakeMessages,
  readIntakeMessage,
} from './read-message.ts'
import { type MessageRunners, runIntakeMessage, runIntakeMessages } from './run-message.ts'
import {
  changeIntakeMessages,
  type ClosingEffects,
  matchIntakeMessage,
  readIntakeAssignees,
  rejectIntakeMessage,
  type ReopeningEffects,
  reopenIntakeMessage,
} from './transitions.ts'
import { updateIntakeMessage } from './update-message.ts'

/** What rooms to the right of the inbox do with its messages. */
type ChannelCalls = {
  /** Creates an order by the rules of Order Entry. */
  withOrderEntry: WithOrderEntry
  /** Runs a raw message of a channel again. */
  runners: MessageRunners
  /** What changes in the channel of a message that is rejected or marked as a duplicate. */
  closingEffects: ClosingEffects
  /** What changes in the channel of a message that is opened again. */
  reopeningEffects: ReopeningEffects
}

/** The routes of the intake inbox. */
export function intakeRoutes(calls: ChannelCalls): Route[] {
  const { withOrderEntry, runners, closingEffects, reopeningEffects } = calls
  return [
    route(contract.listIntakeMessages, (ctx, { query }) => listIntakeMessages(ctx, query)),
    route(contract.countIntakeMessages, (ctx) => countIntakeMessages(ctx)),
    route(contract.readIntakeMessage, (ctx, { id }) => readIntakeMessage(ctx, id)),
    route(contract.downloadIntakeMessage, (ctx, { id }) => downloadIntakeMessage(ctx, id)),
    route(contract.createIntakeMessage, (ctx, { body }) => createIntakeMessage(ctx, body)),
    route(contract.updateIntakeMessage, (ctx, { id, body }, ifMatch) =>
      updateIntakeMessage(ctx, id, { ...body, ifMatch }),
    ),
    route(contract.placeIntakeMessage, (ctx, { id, body }, ifMatch) =>
      placeIntakeMessage(ctx, id, { request: { ...body, ifMatch }, withOrderEntry }),
    ),
    route(contract.correctIntakeMessage, (ctx, { id, body }, ifMatch) =>
      correctIntakeMessage(ctx, id, { ...body, ifMatch }),
    ),
    // Needs no idempotency key: a run creates each order once, in several transactions.
    route(
      contract.runIntakeMessage,
      (ctx, { id, query }, ifMatch) => runIntakeMessage(ctx, id, { ...query, ifMatch, runners }),
      { ignoresKey: true },
    ),
    route(contract.rejectIntakeMessage, (ctx, { id, body }, ifMatch) =>
      rejectIntakeMessage(ctx, id, { ...body, ifMatch, closingEffects }),
    ),
    route(contract.matchIntakeMessage, (ctx, { id, body }, ifMatch) =>
      matchIntakeMessage(ctx, id, { ...body, ifMatch, closingEffects }),
    ),
    route(contract.reopenIntakeMessage, (ctx, { id }, ifMatch) =>
      reopenIntakeMessage(ctx, id, { ifMatch, reopeningEffects }),
    ),
    route(contract.readIntakeAssignees, (ctx) => readIntakeAssignees(ctx)),
    route(contract.changeIntakeMessages, (ctx, { body }) =>
      changeIntakeMessages(ctx, { ...body, closingEffects }),
    ),
    route(
      contract.runIntakeMessages,
      (ctx, { body }) => runIntakeMessages(ctx, { ...body, runners }),
      { ignoresKey: true },
    ),
    route(contract.listIntakeCorrections, (ctx, { query }) => listIntakeCorrections(ctx, query)),
    route(contract.createIntakeCorrection, (ctx, { body }) => createIntakeCorrection(ctx, body)),
    route(contract.deleteIntakeCorrection, (ctx, { id }) => deleteIntakeCorrection(ctx, id)),
  ]
}
