import { useState, useSyncExternalStore } from 'react'
import { newIdempotencyKey } from '#platform/web/api.ts'
import type { OrderValidation } from '../contract.ts'
import { type Desk, type Problems, emptyDesk } from './order-form.ts'

/** What the last validation says of the form as it stands. */
export type Outcome =
  | { kind: 'none' }
  | { kind: 'current'; validation: OrderValidation; desk: Desk }
  /** The form was edited since: an approval is gone, a refusal is still shown with its ways out. */
  | { kind: 'changed'; refusal: { validation: OrderValidation; desk: Desk } | undefined }

export type DeskState = {
  desk: Desk
  outcome: Outcome
  /** Whether problems are shown at the fields: from the first try to validate on. */
  isChecked: boolean
  /** What the server found wrong at the fields, until the next edit. */
  refused: Problems | undefined
  /** One for the life of a form: a second creation with it answers the first one's order. */
  idempotencyKey: string
  working: 'validating' | 'creating' | undefined
}

/**
 * The form of one screen, outside of rendering: keys may come faster than the screen is drawn, and
 * each must see what the one before did.
 */
export type DeskStore = ReturnType<typeof createOrderFormStore>

export function createOrderFormStore(first: Desk, idempotencyKey = newIdempotencyKey()) {
  let state: DeskState = { ...freshState(first), idempotencyKey }
  const listeners = new Set<() => void>()
  const set = (next: DeskState) => {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }
  return {
    read: () => state,
    change: (patch: Partial<DeskState>) => set({ ...state, ...patch }),
    /** An edit by hand: whatever validation said does not hold any more. */
    edit: (change: (desk: Desk) => Desk) => {
      const desk = change(state.desk)
      if (desk === state.desk || state.working === 'creating') return
      set({ ...state, desk, refused: undefined, outcome: editedOutcome(state.outcome) })
    },
    /** Another form in place of this one. */
    reset: (desk: Desk = emptyDesk()) => set(freshState(desk)),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** A store for the life of a screen, and its state. */
export function useDeskStore(first: () => { desk: Desk; idempotencyKey?: string | undefined }) {
  const [store] = useState(() => {
    const { desk, idempotencyKey } = first()
    return createOrderFormStore(desk, idempotencyKey)
  })
  const state = useSyncExternalStore(store.subscribe, store.read)
  return { store, state }
}

/** Whether the form as it stands may be created. */
export function isApproved({ outcome }: DeskState): boolean {
  return outcome.kind === 'current' && mayBeCreated(outcome.validation)
}

/** Whether a decision lets its order be created: approved, or kept on hold for its credit. */
export function mayBeCreated({ orderApproved, credit }: OrderValidation): boolean {
  return orderApproved || credit.isHeldForCredit === true
}

function editedOutcome(outcome: Outcome): Outcome {
  if (outcome.kind !== 'current') return outcome
  const { validation, desk } = outcome
  return { kind: 'changed', refusal: mayBeCreated(validation) ? undefined : { validation, desk } }
}

function freshState(desk: Desk): DeskState {
  return {
    desk,
    outcome: { kind: 'none' },
    isChecked: false,
    refused: undefined,
    idempotencyKey: newIdempotencyKey(),
    working: undefined,
  }
}
