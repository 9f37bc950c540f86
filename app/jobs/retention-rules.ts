import { backtestRetention } from '#features/backtests/server/service.ts'
import { receiptRetention } from '#features/decisions/server/service.ts'
import { automaticEmailRetention } from '#features/documents/server/automatic/create-messages.ts'
import { rawMessageRetention } from '#features/intake/server/service.ts'
import { notificationEmailRetention } from '#features/notifications/server/notification-emails.ts'
import { notificationRetention } from '#features/notifications/server/service.ts'
import { approvalRetention } from '#features/order-entry/server/approvals/release-approvals.ts'
import { reportRetention } from '#features/reports/server/background-reports.ts'
import { dataCheckRetention } from '#features/system-health/server/data-checks.ts'
import { minuteRetention } from '#features/system-health/server/service-levels/run-canary.ts'
import { sampleRetention } from '#features/system-health/server/service.ts'
import { deliveryRetention } from '#features/webhooks/server/deliveries.ts'
import { messageRetention } from '#features/wms-integration/server/runs/message-log.ts'
import { runRetention } from '#features/wms-integration/server/runs/old-runs.ts'
import { importRetention } from '#platform/server/imports/import-undo.ts'
import type { RetentionRule } from '#platform/server/jobs/retention-rules.ts'

/**
 * What the hourly cleanup deletes, in its order; the technical tables follow. System Health counts
 * by the same list what is due, so nothing is deleted that its dry run does not show.
 */
export const retentionRules: readonly RetentionRule[] = [
  importRetention,
  sampleRetention,
  dataCheckRetention,
  minuteRetention,
  notificationRetention,
  notificationEmailRetention,
  automaticEmailRetention,
  messageRetention,
  runRetention,
  reportRetention,
  backtestRetention,
  deliveryRetention,
  receiptRetention,
  rawMessageRetention,
  approvalRetention,
]
