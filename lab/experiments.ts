import type { Experiment } from './experiment.ts'
import { bruteForce } from './experiments/brute-force.ts'
import { creditRace } from './experiments/credit-race.ts'
import { crossSite } from './experiments/cross-site.ts'
import { hugeInputs } from './experiments/huge-inputs.ts'
import { killEmbedded } from './experiments/kill-embedded.ts'
import { killUnderLoad } from './experiments/kill-under-load.ts'
import { lastUnit } from './experiments/last-unit.ts'
import { lockStorm } from './experiments/lock-storm.ts'
import { lostUpdate } from './experiments/lost-update.ts'
import { massAssignment } from './experiments/mass-assignment.ts'
import { numberCollision } from './experiments/number-collision.ts'
import { permissionsHold } from './experiments/permissions.ts'
import { sessionLife } from './experiments/session-life.ts'
import { sqlInjection } from './experiments/sql-injection.ts'
import { submitTwice } from './experiments/submit-twice.ts'
import { unicode } from './experiments/unicode.ts'

/** Every experiment, in the order of its promise. */
export const experiments: readonly Experiment[] = [
  killUnderLoad,
  killEmbedded,
  lastUnit,
  lockStorm,
  submitTwice,
  numberCollision,
  creditRace,
  lostUpdate,
  hugeInputs,
  unicode,
  sqlInjection,
  massAssignment,
  permissionsHold,
  bruteForce,
  sessionLife,
  crossSite,
]
