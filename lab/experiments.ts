import type { Experiment } from './experiment.ts'
import { approvalsOverKills } from './experiments/faults/approvals-over-kills.ts'
import { boundedMemory } from './experiments/attacks/bounded-memory.ts'
import { auditTamper } from './experiments/attacks/audit-tamper.ts'
import { bruteForce } from './experiments/attacks/brute-force.ts'
import { businessDays, clockJump, wrongClock } from './experiments/faults/clocks.ts'
import { creditRace } from './experiments/races/credit-race.ts'
import { crossSite } from './experiments/attacks/cross-site-request-forgery.ts'
import { cutAtCommit } from './experiments/faults/cut-at-commit.ts'
import { attackUnderLoad } from './experiments/attacks/denial-of-service.ts'
import { hugeInputs } from './experiments/attacks/huge-inputs.ts'
import { killDatabase } from './experiments/faults/kill-database.ts'
import { killEmbedded } from './experiments/faults/kill-embedded.ts'
import { killUnderLoad } from './experiments/faults/kill-under-load.ts'
import { lastUnit } from './experiments/races/last-unit.ts'
import { lateCommits } from './experiments/races/late-commits.ts'
import { ledger } from './experiments/books/balanced-postings.ts'
import { lockStorm } from './experiments/races/lock-storm.ts'
import { lostUpdate } from './experiments/races/lost-update.ts'
import { mailboxOverKills } from './experiments/faults/mailbox-over-kills.ts'
import { massAssignment } from './experiments/attacks/mass-assignment.ts'
import { mutants } from './experiments/books/planted-violations.ts'
import { newerDatabase } from './experiments/faults/newer-database.ts'
import { numberCollision } from './experiments/races/number-collision.ts'
import { outgoingCalls } from './experiments/attacks/server-side-request-forgery.ts'
import { overApplication } from './experiments/races/over-application.ts'
import { parkedOrders } from './experiments/races/parked-orders.ts'
import { periodClose } from './experiments/books/period-close.ts'
import { accessControlHolds } from './experiments/attacks/access-control.ts'
import { pointInTime } from './experiments/faults/point-in-time.ts'
import { randomModel } from './experiments/books/random-actions.ts'
import { readOnly } from './experiments/faults/read-only-database.ts'
import { resetLinkReplay } from './experiments/attacks/reset-link-replay.ts'
import { restore } from './experiments/faults/restore-backup.ts'
import { rollingRestartCaddy, rollingRestartNginx } from './experiments/faults/rolling-restart.ts'
import { segregation } from './experiments/books/separation-of-duties.ts'
import { copiedPasskey } from './experiments/attacks/copied-passkey.ts'
import { singleSignOnForgery } from './experiments/attacks/single-sign-on-forgery.ts'
import { sessionLife } from './experiments/attacks/session-life.ts'
import { slowDatabase } from './experiments/faults/slow-database.ts'
import { sqlInjection } from './experiments/attacks/sql-injection.ts'
import { standbyReports } from './experiments/faults/standby-reads.ts'
import { transactionPooler } from './experiments/faults/transaction-pooler.ts'
import { stateRace } from './experiments/races/state-race.ts'
import { submitTwice } from './experiments/races/submit-twice.ts'
import { twoContainers } from './experiments/faults/two-containers-on-one-data-folder.ts'
import { unicode } from './experiments/attacks/unicode.ts'
import { uploadBombs } from './experiments/attacks/upload-bombs.ts'
import {
  filesDown,
  filesSlow,
  warehouseDown,
  warehouseSlow,
} from './experiments/warehouse/warehouse-down-or-slow.ts'
import {
  warehouseDuplicates,
  warehouseOrder,
} from './experiments/warehouse/warehouse-events-duplicates-and-order.ts'
import { warehouseMalformed } from './experiments/warehouse/warehouse-malformed.ts'
import { warehouseFiles } from './experiments/warehouse/warehouse-files-duplicates.ts'
import { warehouseFilesMalformed } from './experiments/warehouse/warehouse-files-malformed.ts'
import { warehouseFilesOrder } from './experiments/warehouse/warehouse-files-order.ts'
import { warehousePlug } from './experiments/warehouse/warehouse-process-killed.ts'
import { warehouseSchedule } from './experiments/warehouse/warehouse-schedule.ts'
import { webhookAddresses } from './experiments/attacks/webhook-addresses.ts'
import { webhookForgery } from './experiments/attacks/webhook-forgery.ts'
import { webhooksOverKills } from './experiments/faults/webhooks-over-kills.ts'

/** All experiments, ordered by promise number. */
export const experiments: readonly Experiment[] = [
  killUnderLoad,
  killEmbedded,
  killDatabase,
  lastUnit,
  cutAtCommit,
  readOnly,
  slowDatabase,
  lockStorm,
  submitTwice,
  numberCollision,
  creditRace,
  lostUpdate,
  stateRace,
  overApplication,
  ledger,
  warehouseDown,
  filesDown,
  warehousePlug,
  warehouseSlow,
  filesSlow,
  warehouseDuplicates,
  warehouseFiles,
  warehouseOrder,
  warehouseFilesOrder,
  warehouseMalformed,
  warehouseFilesMalformed,
  webhookForgery,
  outgoingCalls,
  clockJump,
  businessDays,
  hugeInputs,
  unicode,
  sqlInjection,
  massAssignment,
  accessControlHolds,
  bruteForce,
  sessionLife,
  crossSite,
  uploadBombs,
  periodClose,
  auditTamper,
  segregation,
  restore,
  randomModel,
  mutants,
  standbyReports,
  warehouseSchedule,
  twoContainers,
  newerDatabase,
  attackUnderLoad,
  wrongClock,
  boundedMemory,
  transactionPooler,
  rollingRestartNginx,
  rollingRestartCaddy,
  lateCommits,
  singleSignOnForgery,
  copiedPasskey,
  resetLinkReplay,
  webhookAddresses,
  webhooksOverKills,
  approvalsOverKills,
  pointInTime,
  parkedOrders,
  mailboxOverKills,
]
