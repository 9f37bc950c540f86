import { scheduleText } from '../../rules.ts'

/** A worker looks every 5 s whether a sync is due; after so long without, none looks. */
export const scheduleStoppedAfterSeconds = 30

type ScheduleFacts = {
  isPaused: boolean
  scheduleMinutes: number
  scheduleLookedBy: string | null
  lookedSecondsAgo: number | null
  dueInSeconds: number | null
}
export type ScheduleVerdict = { isOk: boolean; sentence: string }

/**
 * Whether the schedule is alive: a worker looked just now, it is not paused, and what was due was
 * asked for. Spans are told, not moments: those would be in the zone of the server.
 */
export function judgeSchedule(facts: ScheduleFacts): ScheduleVerdict {
  const { isPaused, lookedSecondsAgo: ago, dueInSeconds: due } = facts
  const no = (sentence: string) => ({ isOk: false, sentence })
  if (ago === null) return no('No worker has looked yet whether a sync is due')
  const looked = `looked ${span(ago)} ago`
  const where = facts.scheduleLookedBy ?? 'a machine without a name'
  if (ago > scheduleStoppedAfterSeconds) {
    return no(`The worker has stopped: the last one, on ${where}, ${looked}`)
  }
  const worker = `The worker on ${where} ${looked}`
  if (isPaused) return no(`${worker}, but the schedule is paused and starts nothing`)
  if (due !== null && due < -scheduleStoppedAfterSeconds) {
    return no(`${worker}, but the sync due ${span(-due)} ago was not asked for`)
  }
  const every = scheduleText(facts.scheduleMinutes).toLowerCase()
  const next = due === null || due <= 0 ? 'now' : `in ${span(due)}`
  return { isOk: true, sentence: `${worker}; the next sync is due ${next}, then ${every}` }
}

/** `12 s`, `5 min`, `3 h`. */
function span(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, seconds)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}
