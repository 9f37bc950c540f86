import { scheduleText } from '../../rules.ts'

/**
 * A worker checks for due syncs every 5 s; after this long without a check it counts as stopped.
 */
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
 * Judges the schedule: it works if a worker checked recently, it is not paused, and no sync is
 * overdue. The sentence has durations instead of times, which would be in the server's time zone.
 */
export function judgeSchedule(facts: ScheduleFacts): ScheduleVerdict {
  const { isPaused, lookedSecondsAgo: ago, dueInSeconds: due } = facts
  const no = (sentence: string) => ({ isOk: false, sentence })
  if (ago === null) return no('No worker has checked the schedule yet')
  const checked = `checked the schedule ${span(ago)} ago`
  const where = facts.scheduleLookedBy ?? 'an unnamed machine'
  if (ago > scheduleStoppedAfterSeconds) {
    return no(`No worker is running. The last one, on ${where}, ${checked}`)
  }
  const worker = `The worker on ${where} ${checked}`
  if (isPaused) return no(`${worker}, but the schedule is paused`)
  if (due !== null && due < -scheduleStoppedAfterSeconds) {
    return no(`${worker}, but the sync due ${span(-due)} ago did not start`)
  }
  const every = scheduleText(facts.scheduleMinutes).toLowerCase()
  const next = due === null || due <= 0 ? 'now' : `in ${span(due)}`
  return { isOk: true, sentence: `${worker}; the next sync is due ${next}, then ${every}` }
}

/** Formats a duration: `12 s`, `5 min`, `3 h`. */
function span(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, seconds)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}
