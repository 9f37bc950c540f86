import { readActivity } from '#features/audit/activity-contract.ts'
import { listSalesOrders } from '#features/sales-orders/contract.ts'
import { outcomeNotice } from '#platform/ui/notices/outcome-notice.ts'
import type { Notice } from '#platform/ui/notices/toast.ts'
import { maxSteps } from '#platform/kernel/bulk.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import * as contract from '../contract.ts'
import { correctionLabels } from '../labels.ts'

/** The reads to refresh after a change to a message. */
const intakeReads = [
  contract.listIntakeMessages,
  contract.readIntakeMessage,
  contract.countIntakeMessages,
  contract.listIntakeCorrections,
  readActivity,
]

const parts = { of: 'ids', chunkSize: maxSteps }

function toastTexts(verb: string, outcome: string) {
  return {
    refreshes: intakeReads,
    success: `Message ${outcome} successfully`,
    failure: `Failed to ${verb} message`,
  }
}

/** The writes of a message, each with its toast. */
export function useIntakeWrites() {
  return {
    paste: useWrite(contract.createIntakeMessage, {
      ...toastTexts('import', 'imported'),
      success: ({ id, state, duplicateOf, arrivals }) => {
        const isOpen = arrivals > 1
        const imported = isOpen ? `Already open as message #${id}` : 'Text imported'
        const text =
          state === 'duplicate' ? `Already received as message #${duplicateOf}` : imported
        return { title: 'Success', text }
      },
    }),
    update: useWrite(contract.updateIntakeMessage, toastTexts('save', 'saved')),
    /** The same for a form that is placed next: its screen is read again after that. */
    save: useWrite(contract.updateIntakeMessage),
    place: useWrite(contract.placeIntakeMessage, {
      refreshes: [...intakeReads, listSalesOrders],
      success: ({ orders }) => {
        const numbers = orders.map(({ orderNumber }) => orderNumber).join(', ')
        return { title: 'Success', text: `Order created successfully: ${numbers}` }
      },
    }),
    run: useWrite(contract.runIntakeMessage, {
      refreshes: [...intakeReads, listSalesOrders],
      success: runNotice,
      failure: 'Failed to run the message again',
    }),
    reject: useWrite(contract.rejectIntakeMessage, toastTexts('reject', 'rejected')),
    match: useWrite(contract.matchIntakeMessage, {
      refreshes: intakeReads,
      success: 'Message marked as a duplicate',
    }),
    reopen: useWrite(contract.reopenIntakeMessage, toastTexts('reopen', 'reopened')),
    change: useWrite(contract.changeIntakeMessages, {
      refreshes: intakeReads,
      parts,
      success: (outcome, { body }) => outcomeNotice(outcome, outcomeOf(body)),
      failure: 'Failed to update messages',
    }),
    runMany: useWrite(contract.runIntakeMessages, {
      refreshes: [...intakeReads, listSalesOrders],
      parts,
      success: (outcome) => {
        const { done, kept } = outcome
        const others = kept.length > 0 ? `, ${kept.length} not ready` : ''
        const text = `${done.length} ready or placed${others}`
        return { ...outcomeNotice(outcome, 'run again'), text }
      },
      failure: 'Failed to run messages again',
    }),
    /** Of a message that is run again next. */
    correctCells: useWrite(contract.correctIntakeMessage, {
      refreshes: intakeReads,
      failure: 'Failed to correct the message',
    }),
    correct: useWrite(contract.createIntakeCorrection, {
      refreshes: intakeReads,
      success: ({ kind }) => {
        const known = correctionLabels[kind].toLowerCase()
        return { title: 'Success', text: `The ${known} was saved for this customer` }
      },
      failure: 'Failed to save the correction',
    }),
    deleteCorrection: useWrite(contract.deleteIntakeCorrection, {
      refreshes: intakeReads,
      success: 'Correction deleted successfully',
      failure: 'Failed to delete the correction',
    }),
  }
}

/** The result of running a message again; a message with problems is no success. */
function runNotice(message: contract.IntakeMessageDetails): Notice {
  const { state, problem, duplicateOf, reason } = message
  if (state === 'placed') return { title: 'Success', text: 'Order created' }
  if (state === 'duplicate') {
    const received = `Already received as message #${duplicateOf}`
    return { title: 'Success', text: duplicateOf === null && reason ? reason : received }
  }
  if (problem !== null) return { title: 'Still needs attention', text: problem, tone: 'danger' }
  return { title: 'Success', text: 'No problems left. You can create the order.' }
}

type Change = { action: string; ownerId?: number | undefined }

function outcomeOf({ action, ownerId }: Change = { action: '' }): string {
  if (action === 'reject') return 'rejected'
  if (action !== 'assign') return 'unassigned'
  return ownerId === undefined ? 'assigned to you' : 'assigned'
}
