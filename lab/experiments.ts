import type { Experiment } from './experiment.ts'
import { auditTamper } from './experiments/audit-tamper.ts'
import { bruteForce } from './experiments/brute-force.ts'
import { businessDays, clockJump } from './experiments/clocks.ts'
import { creditRace } from './experiments/credit-race.ts'
import { crossSite } from './experiments/cross-site.ts'
import { cutAtCommit } from './experiments/cut-at-commit.ts'
import { hostileBesideWork } from './experiments/hostile-beside-work.ts'
import { hugeInputs } from './experiments/huge-inputs.ts'
import { killDatabase } from './experiments/kill-database.ts'
import { killEmbedded } from './experiments/kill-embedded.ts'
import { killUnderLoad } from './experiments/kill-under-load.ts'
import { lastUnit } from './experiments/last-unit.ts'
import { ledger } from './experiments/ledger.ts'
import { lockStorm } from './experiments/lock-storm.ts'
import { lostUpdate } from './experiments/lost-update.ts'
import { massAssignment } from './experiments/mass-assignment.ts'
import { mutants } from './experiments/mutants.ts'
import { newerDatabase } from './experiments/newer-database.ts'
import { numberCollision } from './experiments/number-collision.ts'
import { outgoingCalls } from './experiments/outgoing-calls.ts'
import { overApplication } from './experiments/over-application.ts'
import { periodClose } from './experiments/period-close.ts'
import { permissionsHold } from './experiments/permissions.ts'
import { randomModel } from './experiments/random-model.ts'
import { readOnly } from './experiments/read-only.ts'
import { restore } from './experiments/restore.ts'
import { segregation } from './experiments/segregation.ts'
import { sessionLife } from './experiments/session-life.ts'
import { slowDatabase } from './experiments/slow-database.ts'
import { sqlInjection } from './experiments/sql-injection.ts'
import { standbyReports } from './experiments/standby.ts'
import { stateRace } from './experiments/state-race.ts'
import { submitTwice } from './experiments/submit-twice.ts'
import { twoContainers } from './experiments/two-containers.ts'
import { unicode } from './experiments/unicode.ts'
import { uploadBombs } from './experiments/upload-bombs.ts'
import { filesDown, filesSlow, warehouseDown, warehouseSlow } from './experiments/warehouse-down.ts'
import { warehouseDuplicates, warehouseOrder } from './experiments/warehouse-events.ts'
import { warehouseMalformed } from './experiments/warehouse-malformed.ts'
import { warehouseFiles } from './experiments/warehouse-files.ts'
import { warehouseFilesMalformed } from './experiments/warehouse-files-malformed.ts'
import { warehouseFilesOrder } from './experiments/warehouse-files-order.ts'
import { warehousePlug } from './experiments/warehouse-plug.ts'
import { warehouseSchedule } from './experiments/warehouse-schedule.ts'
import { webhookForgery } from './experiments/webhook-forgery.ts'

/** Every experiment, in the order of its promise. */
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
  permissionsHold,
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
  hostileBesideWork,
]
