import { Counter, Gauge, Registry } from 'prom-client'
import type { Database } from '../database/db.ts'
import { isJobLate, type JobRecords } from '../jobs/job-outcomes.ts'
import { projectVersion } from '../runtime/config.ts'

/** A value for `/metrics`, such as `prizm_open_problems{kind="warehouse"} 2`. */
export type Measure = {
  name: string
  /** The help text of the metric; identical for all measures with this name. */
  help: string
  value: number
  /** The same label names for every measure of this name. */
  labels?: Record<string, string>
  /** True if the value only increases until the program is restarted. */
  isCount?: boolean
}

/** Formats measures as Prometheus text. */
export function textOfMeasures(measures: readonly Measure[]): Promise<string> {
  const registry = new Registry()
  for (const name of new Set(measures.map((each) => each.name))) {
    const own = measures.filter((each) => each.name === name)
    const { help = '', labels = {}, isCount = false } = own[0] ?? {}
    const settings = { name, help, labelNames: Object.keys(labels), registers: [registry] }
    const counter = isCount ? new Counter(settings) : undefined
    const gauge = isCount ? undefined : new Gauge(settings)
    for (const each of own) {
      counter?.inc(each.labels ?? {}, each.value)
      gauge?.set(each.labels ?? {}, each.value)
    }
  }
  return registry.metrics()
}

/** The version and role of this node. */
export function nodeMeasures(role: string): Measure[] {
  const help = 'Always 1; the labels name the version and the role of this node'
  return [{ name: 'prizm_info', help, labels: { version: projectVersion, role }, value: 1 }]
}

/** The connections to the database that requests and jobs of this node use. */
export function poolMeasures({ pool }: Pick<Database, 'pool'>): Measure[] {
  const { totalCount, idleCount, waitingCount, options } = pool
  return [
    {
      name: 'prizm_pool_size',
      help: 'The most connections to the database that this node opens (POOL_SIZE)',
      value: options.max,
    },
    {
      name: 'prizm_pool_in_use',
      help: 'Connections to the database that are in use',
      value: totalCount - idleCount,
    },
    {
      name: 'prizm_pool_waiting',
      help: 'Requests and jobs that wait for a connection to the database',
      value: waitingCount,
    },
  ]
}

const lastSuccess = {
  name: 'prizm_job_last_success_timestamp_seconds',
  help: 'When the job last succeeded on this node',
}
const isLate = {
  name: 'prizm_job_late',
  help: '1 if the job did not succeed for two intervals and five minutes, else 0',
}
const failures = {
  name: 'prizm_job_failures_total',
  help: 'How often the job failed on this node since its start',
  isCount: true,
}

/** The jobs of this node: none on a node without a worker. */
export function jobMeasures(records: JobRecords, now: Date): Measure[] {
  const all = [...records.values()].map((record) => ({ record, labels: { job: record.name } }))
  return [
    ...all.flatMap(({ record: { succeededAt }, labels }) =>
      succeededAt ? [{ ...lastSuccess, labels, value: succeededAt.getTime() / 1000 }] : [],
    ),
    ...all.map(({ record, labels }) => ({
      ...isLate,
      labels,
      value: isJobLate(record, now) ? 1 : 0,
    })),
    ...all.map(({ record, labels }) => ({ ...failures, labels, value: record.failures })),
  ]
}
