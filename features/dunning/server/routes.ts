import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import { listLetters, readLetter, sumLetters } from './read-reminders.ts'
import { proposeReminders, createReminders } from './service.ts'

export const dunningRoutes: Route[] = [
  route(contract.proposeReminders, (ctx) => proposeReminders(ctx)),
  route(contract.createReminders, (ctx, { body }) => createReminders(ctx, body)),
  route(contract.listLetters, (ctx, { query }) => listLetters(ctx, query)),
  route(contract.sumLetters, (ctx, { query }) => sumLetters(ctx, query)),
  route(contract.readLetter, (ctx, { id }) => readLetter(ctx, id)),
]
