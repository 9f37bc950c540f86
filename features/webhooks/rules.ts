/** The states of a delivery; a dead one is not tried again unless somebody replays it. */
export const deliveryStates = ['waiting', 'delivered', 'dead'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why the program deactivates a webhook: its receiver answered 410, or failed for days. */
export const inactiveReasons = ['gone', 'failing'] as const
export type InactiveReason = (typeof inactiveReasons)[number]

/** The topic of the test that the button Test sends. */
export const pingTopic = 'ping'

/** How many webhooks there may be. */
export const mostWebhooks = 50

/** For how many hours the secret before a rotation also signs. */
export const overlapHours = 24

/** After how many days with nothing but failures a webhook is deactivated. */
export const failingDays = 5

/** How many days deliveries are kept, as long as the events they come from. */
export const deliveryDays = 30

/** After this many failures in a row, a receiver gets one attempt every `restSeconds` only. */
export const restAfterFailures = 5
export const restSeconds = 30

const [minute, hour] = [60, 3600]

/**
 * Seconds before each retry; after the last one a delivery is dead. 21 hours and 35 minutes in all:
 * less than 24 hours with the latest retries, and more than 19 with the earliest.
 */
const retrySeconds = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 6 * hour, 8 * hour] as const

/** After this many failed attempts a delivery is dead. */
export const mostAttempts = retrySeconds.length + 1

/**
 * Seconds until the next attempt after `attempts` attempts have failed, up to a tenth more or less
 * so that the retries of many deliveries spread; undefined after the last attempt. `random` is in
 * [0, 1).
 */
export function retryAfterSeconds(attempts: number, random: number): number | undefined {
  const seconds = retrySeconds[attempts - 1]
  return seconds === undefined ? undefined : seconds * (0.9 + 0.2 * random)
}

/** What an attempt got: a status, or the reason why there was none. */
export type AttemptResult = { status: number | null; error: string | null }

/** True if the receiver accepted the message: any status from 200 to 299. */
function isAccepted({ status }: AttemptResult): boolean {
  return status !== null && status >= 200 && status <= 299
}

/** Why an attempt failed, as one sentence; null if it did not. */
export function failureOf(result: AttemptResult): string | null {
  if (isAccepted(result)) return null
  const { status, error } = result
  if (status === null) return error ?? 'The receiver did not respond'
  if (status === 410) return 'The receiver answered 410: it wants no more messages'
  if (status >= 300 && status <= 399) {
    return `The receiver answered ${status}: redirects are not followed`
  }
  return `The receiver answered ${status}`
}

type Attempted = { topic: string; attempts: number; isFailingForDays: boolean }

/** What follows from an attempt: for the delivery, and for its webhook. */
export type Consequence = {
  state: DeliveryState
  /** Seconds until the next attempt, if the delivery waits. */
  retrySeconds: number
  deactivates: InactiveReason | null
}

/**
 * Decides what follows from an attempt. `attempts` includes it. A test is not repeated. 410
 * deactivates the webhook at once, days of failures after the attempt that shows them.
 */
export function consequenceOf(
  result: AttemptResult,
  { topic, attempts, isFailingForDays }: Attempted,
  random: number,
): Consequence {
  if (isAccepted(result)) return { state: 'delivered', retrySeconds: 0, deactivates: null }
  const isTest = topic === pingTopic
  if (result.status === 410) return { state: 'dead', retrySeconds: 0, deactivates: 'gone' }
  const seconds = isTest ? undefined : retryAfterSeconds(attempts, random)
  return {
    state: seconds === undefined ? 'dead' : 'waiting',
    retrySeconds: seconds ?? 0,
    deactivates: isFailingForDays && !isTest ? 'failing' : null,
  }
}

/** The columns of a delivery that its message is made of. */
export type DeliveredEvent = {
  messageId: string
  topic: string
  action: string | null
  entity: string | null
  entityId: number | null
  entityVersion: number | null
  eventAt: string
  webhookId: number
}

/**
 * The body of a message, the same in every attempt: type, timestamp and data, as Standard Webhooks
 * has it. The data of an event is what `GET /api/events` answers about it.
 */
export function bodyOf(event: DeliveredEvent): string {
  const { messageId: id, topic, action, eventAt: at, entity, entityId, webhookId } = event
  const data =
    topic === pingTopic
      ? { webhookId }
      : { id, topic, action, at, entity, entityId, version: event.entityVersion }
  return JSON.stringify({ type: topic, timestamp: at, data })
}
