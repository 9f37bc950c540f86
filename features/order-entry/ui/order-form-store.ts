import { useState, useSyncExternalStore } from 'react'
import { newIdempotencyKey } from '#platform/web/api-hooks.ts'
import type { OrderValidation } from '../contract.ts'
import { type OrderForm, type Problems, emptyForm, withFreshKeys } from './order-form.ts'

/** The last validation result, and whether the form was edited since. */
export type Outcome =
  | { kind: 'none' }
  | { kind: 'current'; validation: OrderValidation; orderForm: OrderForm }
  /**
   * The form was edited since: an approval is revoked, a rejection is still shown with its actions.
   */
  | { kind: 'changed'; refusal: { validation: OrderValidation; orderForm: OrderForm } | undefined }

export type OrderFormState = {
  orderForm: OrderForm
  outcome: Outcome
  /** Whether problems are shown at the fields: from the first validation attempt on. */
  isChecked: boolean
  /** Problems the server found, until the next edit. */
  refused: Problems | undefined
  /**
   * One per form, and saved with its draft: a second creation with it returns the first order, also
   * from another device.
   */
  idempotencyKey: string
  /** A creation of this form had no answer, so the order may exist under its key. */
  mayExist: boolean
  working: 'validating' | 'creating' | undefined
  /** The binding approval of the last validation; it holds stock and credit until it ends. */
  approvalToken: string | undefined
  /** The approval in the body of the first creation, which a repetition must send again. */
  attemptToken: string | undefined
  /** The approval that the created order has used. */
  placedToken: string | undefined
}

/** A creation of the form that had no answer. */
type Attempt = { mayExist: boolean | undefined; attemptToken: string | undefined }

/**
 * The form state of one screen, outside of React: keys can arrive faster than renders, and each
 * must see the result of the previous one.
 */
export type OrderFormStore = ReturnType<typeof createOrderFormStore>

export function createOrderFormStore(
  initial: OrderForm,
  idempotencyKey = newIdempotencyKey(),
  { mayExist = false, attemptToken }: Partial<Attempt> = {},
) {
  const attempt = { mayExist, attemptToken }
  let state: OrderFormState = { ...initialState(initial), idempotencyKey, ...attempt }
  const listeners = new Set<() => void>()
  const set = (next: OrderFormState) => {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }
  return {
    read: () => state,
    change: (patch: Partial<OrderFormState>) => set({ ...state, ...patch }),
    /** A user edit: the validation result no longer applies. */
    edit: (change: (orderForm: OrderForm) => OrderForm) => {
      const orderForm = change(state.orderForm)
      if (orderForm === state.orderForm || state.working === 'creating') return
      set({ ...state, orderForm, refused: undefined, outcome: outcomeAfterEdit(state.outcome) })
    },
    /**
     * Starts over with this form, an empty one by default: without validation result, under a new
     * idempotency key or that of its draft.
     */
    reset: (
      orderForm: OrderForm = withFreshKeys(emptyForm(), state.orderForm.nextKey),
      key = newIdempotencyKey(),
    ) => set({ ...initialState(orderForm), idempotencyKey: key }),
    /** Gives the form a new key if it still has this one: its order is not the one sent before. */
    renewKey: (key: string | undefined) => {
      if (state.idempotencyKey !== key) return
      set({ ...state, ...withoutAttempt, idempotencyKey: newIdempotencyKey() })
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** Of a form that was not sent under its key yet. */
const withoutAttempt = { mayExist: false, attemptToken: undefined }

/** Creates a store for the life of the component, and subscribes to its state. */
export function useOrderFormStore(
  initial: () => {
    orderForm: OrderForm
    idempotencyKey?: string | undefined
    mayExist?: boolean | undefined
    attemptToken?: string | undefined
  },
) {
  const [store] = useState(() => {
    const { orderForm, idempotencyKey, mayExist, attemptToken } = initial()
    return createOrderFormStore(orderForm, idempotencyKey, { mayExist, attemptToken })
  })
  const state = useSyncExternalStore(store.subscribe, store.read)
  return { store, state }
}

/** Whether the form is still the same order, so that Undo does not add a line to another order. */
export function isSameForm(store: OrderFormStore): () => boolean {
  const { idempotencyKey } = store.read()
  return () => store.read().idempotencyKey === idempotencyKey
}

/** Whether the current form may be created. */
export function isApproved({ outcome }: OrderFormState): boolean {
  return outcome.kind === 'current' && mayBeCreated(outcome.validation)
}

/** Whether the order may be created: approved, or created on credit hold. */
export function mayBeCreated({ orderApproved, credit }: OrderValidation): boolean {
  return orderApproved || credit.isHeldForCredit === true
}

function outcomeAfterEdit(outcome: Outcome): Outcome {
  if (outcome.kind !== 'current') return outcome
  const { validation, orderForm } = outcome
  return {
    kind: 'changed',
    refusal: mayBeCreated(validation) ? undefined : { validation, orderForm },
  }
}

function initialState(orderForm: OrderForm): OrderFormState {
  return {
    orderForm,
    outcome: { kind: 'none' },
    isChecked: false,
    refused: undefined,
    idempotencyKey: newIdempotencyKey(),
    mayExist: false,
    working: undefined,
    approvalToken: undefined,
    attemptToken: undefined,
    placedToken: undefined,
  }
}
