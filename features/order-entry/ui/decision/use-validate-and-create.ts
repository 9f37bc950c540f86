import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { listCustomers, readCustomer } from '#features/customers/contract.ts'
import { type SalesOrderDetails, listSalesOrders } from '#features/sales-orders/contract.ts'
import { listSkus, readSku } from '#features/skus/contract.ts'
import { dismiss, currentNotice, notify } from '#platform/ui/notices/toast.ts'
import { refresh, useWrite } from '#platform/web/api-hooks.ts'
import { ApiError } from '#platform/web/api-client.ts'
import { createOrder, orderValidation, previewOrder, validateOrder } from '../../contract.ts'
import {
  type OrderForm,
  type Problems,
  headerFieldNames,
  isIncomplete,
  isValid,
  itemsOf,
  orderOf,
  problemsOf,
  orderRequestOf,
} from '../order-form.ts'
import { type OrderFormStore, isApproved, mayBeCreated } from '../order-form-store.ts'
import { focusCreation, focusCustomer, focusProblem, focusRefusal } from '../focus.ts'
import { mayExistAfter } from './may-exist.ts'
import { useApprovalRelease } from './use-approval-release.ts'

const validated = 'Order Validated'

/** Dismisses the validation toast once creation starts. */
function dismissValidatedNotice(): void {
  const notice = currentNotice()
  if (notice?.title === validated) dismiss(notice.key)
}

const orderDependents = [listSalesOrders, listCustomers, readCustomer, listSkus, readSku]

type FlowOptions = {
  store: OrderFormStore
  /** Resolves once all pending SKU and customer lookups are done. */
  waitForLookups: () => Promise<void>
  onCreated: (order: SalesOrderDetails, idempotencyKey: string) => void
}

/**
 * Validates and creates the order, one operation at a time regardless of key presses. What the
 * approval holds is given back when the form is left.
 */
export function useValidateAndCreate({ store, waitForLookups, onCreated }: FlowOptions) {
  const client = useQueryClient()
  const createAfterValidation = useRef(false)
  const { validation, creation } = useOrderWrites(store)
  useApprovalRelease(store)

  const validate = async () => {
    if (store.read().working) return
    store.change({ working: 'validating' })
    try {
      await waitForLookups()
      await validateForm(store, validation.run)
    } catch (error) {
      showRefusal(store, error)
    } finally {
      // flushSync, so that the newly enabled button can be focused right away.
      flushSync(() => store.change({ working: undefined }))
    }
    const shouldCreate = createAfterValidation.current && isApproved(store.read())
    createAfterValidation.current = false
    if (shouldCreate) await create()
    else if (isApproved(store.read())) focusCreation()
  }

  const create = async () => {
    const { working, orderForm, idempotencyKey, outcome, mayExist, attemptToken } = store.read()
    if (working) return
    if (!isApproved(store.read())) return notify(notValidated)
    const displayed = outcome.kind === 'current' ? outcome.validation : undefined
    // After a lost answer the same body is sent again, so that its key finds the order.
    const token = mayExist ? attemptToken : displayed?.approval?.token
    store.change({ working: 'creating', mayExist: true, attemptToken: token })
    dismissValidatedNotice()
    try {
      const approval = token === undefined ? {} : { approvalToken: token }
      const expectedTotal = displayed?.pricing.total
      const body = { ...orderOf(orderForm), expectedTotal, ...approval }
      const { order } = await creation.run({ body, idempotencyKey })
      flushSync(() => {
        store.change({ placedToken: token })
        store.reset()
        onCreated(order, idempotencyKey)
      })
      focusCustomer()
      client.removeQueries({ queryKey: ['choices'] })
      client.removeQueries({ queryKey: [previewOrder.path] })
      await refresh(client, orderDependents)
    } catch (error) {
      store.change({ working: undefined, mayExist: mayExistAfter(error, mayExist) })
      showRefusal(store, error)
    }
  }

  /**
   * Ctrl+Enter: validates, or creates if approved; pressed during validation, it creates on
   * approval.
   */
  const submit = () => {
    if (store.read().working === 'validating') createAfterValidation.current = true
    else if (isApproved(store.read())) void create()
    else void validate()
  }

  return { validate: () => void validate(), create: () => void create(), submit }
}

/** The two requests, with the toasts the specification defines. */
function useOrderWrites(store: OrderFormStore) {
  const validation = useWrite(validateOrder, {
    success: ({ orderApproved }) =>
      orderApproved
        ? { title: validated, text: 'Order passed all validations' }
        : { title: validated, text: 'Order has validation issues', tone: 'danger' },
    failure: ({ message }) => ({ title: 'Validation Failed', text: message, tone: 'danger' }),
  })
  const creation = useWrite(createOrder, {
    success: ({ order }) => ({
      title: 'Order Created',
      text: `Order ${order.orderNumber} created successfully`,
      ...backorderOf(order),
    }),
    failure: ({ message, code }, { idempotencyKey }) => ({
      title: 'Order Creation Failed',
      text: message,
      tone: 'danger',
      // The response of the first attempt was lost, or another device sent the same draft.
      ...(code === 'idempotency-key-reused' && {
        text: 'This form or its draft was sent before, so the order may exist',
        detail: 'Check Sales Orders. If it is another order, create it as a new one',
        action: { label: 'Use as New Order', run: () => store.renewKey(idempotencyKey) },
      }),
    }),
  })
  return { validation, creation }
}

/** The toast detail of a new order: why it is on hold, or number of backordered units. */
function backorderOf({ items, holdReason, holdNote }: SalesOrderDetails): { detail?: string } {
  if (holdReason === 'credit') return { detail: 'It is on credit hold until finance releases it' }
  if (holdReason === 'parked' && holdNote) return { detail: `${holdNote}. It is parked` }
  if (holdReason === 'margin') return { detail: 'It is on hold until its margin is released' }
  const units = items.reduce((total, { qtyBackordered }) => total + qtyBackordered, 0)
  if (units === 0) return {}
  const detail = `${units.toLocaleString('en-US')} units are backordered`
  return { detail: units === 1 ? '1 unit is backordered' : detail }
}

const notValidated = {
  title: 'Order Not Validated',
  text: 'Please validate the order before creating it',
  tone: 'danger',
} as const

const incomplete = {
  title: 'Incomplete Order',
  text: 'Please select a customer and add at least one item',
  tone: 'danger',
} as const

type Validate = ReturnType<typeof useWrite<typeof validateOrder>>['run']

/** Shows what the form lacks; true if it is complete. */
export function checkForm(store: OrderFormStore): boolean {
  const { orderForm } = store.read()
  const problems = problemsOf(orderForm)
  store.change({ isChecked: true })
  if (isValid(problems)) return true
  if (isIncomplete(problems)) notify(incomplete)
  focusProblem(orderForm, problems)
  return false
}

/** Validates the current form on the server, unless it is incomplete. */
async function validateForm(store: OrderFormStore, run: Validate): Promise<void> {
  const { orderForm, approvalToken } = store.read()
  if (!checkForm(store)) return
  const earlier = approvalToken === undefined ? {} : { approvalToken }
  const { customerPO } = orderForm
  const body = { ...orderRequestOf(orderForm), customerPO, requestApproval: true, ...earlier }
  const validation = await run({ body })
  // If the form changed during validation, the result is stale.
  const isUnchanged = store.read().orderForm === orderForm
  flushSync(() =>
    store.change({
      approvalToken: validation.approval?.token,
      outcome: isUnchanged
        ? { kind: 'current', validation, orderForm }
        : { kind: 'changed', refusal: undefined },
    }),
  )
  if (isUnchanged && !mayBeCreated(validation)) focusRefusal()
}

const fieldNames = { skuId: 'sku', quantity: 'quantity', manualPrice: 'price' } as const

/** Shows a rejection at the fields, and its current figures in the panel. */
function showRefusal(store: OrderFormStore, error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  const { orderForm } = store.read()
  const current = orderValidation.safeParse(error.extras['current'])
  if (current.success) {
    const validation = current.data
    const outcome = { kind: 'current', validation, orderForm } as const
    flushSync(() => store.change({ outcome, approvalToken: validation.approval?.token }))
    focusRefusal()
  }
  if (error.fields.length === 0) return
  const problems = problemsIn(error.fields, orderForm)
  flushSync(() => store.change({ refused: problems }))
  focusProblem(orderForm, problems)
}

/** The fields of the form that a rejection names, with its messages. */
function problemsIn(fields: ApiError['fields'], orderForm: OrderForm): Problems {
  const items = itemsOf(orderForm)
  const problems: Problems = { lines: {} }
  for (const { path, message } of fields) {
    const [, index, field] = /^items\.(\d+)\.(skuId|quantity|manualPrice)$/.exec(path) ?? []
    const line = items[Number(index)]
    const headerField = headerFieldNames.find((name) => name === path)
    if (line) {
      const name = fieldNames[field as keyof typeof fieldNames]
      problems.lines[line.key] = { ...problems.lines[line.key], [name]: message }
    } else if (path === 'customerId') problems.customer = message
    else if (headerField) problems.header = { ...problems.header, [headerField]: message }
  }
  return problems
}
