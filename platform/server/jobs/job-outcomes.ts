import type { Job } from './worker.ts'

/** When a job of this node last succeeded, and how often it failed since the start. */
export type JobRecord = {
  name: string
  everyMs: number
  startedAt: Date
  succeededAt: Date | undefined
  failures: number
}

/** The records of the jobs of one node, by their names. */
export type JobRecords = Map<string, JobRecord>

/** A job may take this long, besides its interval, before it counts as late. */
const graceMs = 5 * 60_000

/** Adds the record of a job that starts now. */
export function addJobRecord(
  records: JobRecords,
  { name, everyMs }: Pick<Job, 'name' | 'everyMs'>,
  now: Date,
): JobRecord {
  const record = { name, everyMs, startedAt: now, succeededAt: undefined, failures: 0 }
  records.set(name, record)
  return record
}

/** True if a job did not succeed for two intervals and five minutes. */
export function isJobLate({ everyMs, startedAt, succeededAt }: JobRecord, now: Date): boolean {
  return now.getTime() - (succeededAt ?? startedAt).getTime() > 2 * everyMs + graceMs
}
