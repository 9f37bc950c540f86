import { type Context, send } from '../database/db.ts'

/** A message about one version of a record, for an external system. */
export type Message = {
  topic: string
  aggregate: string
  aggregateId: number
  aggregateVersion: number
  payload: unknown
}

const addMessages = {
  name: 'enqueue_messages',
  text: `insert into outbox (topic, aggregate, aggregate_id, aggregate_version, payload)
         select t, a, i, v, p::jsonb
         from unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::text[])
           as x (t, a, i, v, p)`,
}

/** Writes messages to the outbox in the open transaction; they are sent only if it commits. */
export async function enqueue(ctx: Context, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return
  await send(ctx, addMessages, [
    messages.map((message) => message.topic),
    messages.map((message) => message.aggregate),
    messages.map((message) => message.aggregateId),
    messages.map((message) => message.aggregateVersion),
    messages.map((message) => JSON.stringify(message.payload)),
  ])
}
