import type { DetailedHealth, Health } from '../contract.ts'
import { duration, megabytes, millis } from './health-figures.ts'

/** Diagnostics for support, as plain text for a message or a ticket. */
export function diagnosticsOf(
  health: Health | undefined,
  detailed: DetailedHealth | undefined,
): string {
  const now = detailed ?? health
  if (!now) return 'Prizm: no health data'
  const endpoints = Object.entries(health?.endpoints ?? detailed?.endpoints ?? {})
  return [
    `Prizm ${detailed?.version ?? ''} at ${now.timestamp}: ${now.overall}`,
    `Database: ${now.database.status}, ${millis(now.database.responseTime)}${errorOf(now)}`,
    ...(health?.warnings ?? []),
    `Uptime: ${duration(now.uptime)}`,
    ...(detailed ? detailLines(detailed) : []),
    'Endpoints:',
    ...endpoints.map(([path, { status, responseTime, error }]) => {
      return `  ${path}: ${status}, ${millis(responseTime)}${error ? `, ${error}` : ''}`
    }),
  ].join('\n')
}

function errorOf({ database: { error } }: Pick<Health, 'database'>): string {
  return error ? `, ${error}` : ''
}

function detailLines({ environment, node, memory, heapLimit, database }: DetailedHealth): string[] {
  const { open, idle, waiting } = database.connections
  const { details } = database
  return [
    `Environment: ${environment}, Node ${node}, ${database.kind} database`,
    `Memory: RSS ${megabytes(memory.rss)}, heap ${megabytes(memory.heapUsed)} of ` +
      `${megabytes(memory.heapTotal)} (limit ${megabytes(heapLimit)}), ` +
      `external ${megabytes(memory.external)}`,
    `Connections: ${open} open, ${idle} idle, ${waiting} waiting`,
    ...(details
      ? [
          `Records: ${details.totalCustomers} customers, ${details.totalVendors} vendors, ` +
            `${details.totalSkus} SKUs`,
        ]
      : []),
  ]
}
