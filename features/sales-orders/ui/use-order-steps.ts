import {
  Ban,
  type LucideIcon,
  PackageCheck,
  PackageMinus,
  Pause,
  Play,
  Scale,
  ShieldAlert,
  ShieldCheck,
  Truck,
  Undo2,
} from 'lucide-react'
import { useState } from 'react'
import { readActivity } from '#features/audit/activity-contract.ts'
import { useMe, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { listCustomers, readCustomer } from '#features/customers/contract.ts'
import { onHoldText } from '#features/decisions/hold-labels.ts'
import { listInvoices, readInvoice } from '#features/receivables/contract.ts'
import { listSkus, readSku, listStockMoves, readSupply } from '#features/skus/contract.ts'
import type { MenuItem } from '#platform/ui/menu/Menu.tsx'
import { notify } from '#platform/ui/notices/toast.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import {
  listRevisions,
  deliverSalesOrder,
  listSalesOrders,
  processSalesOrder,
  listShipments,
  readSalesOrder,
  recallSalesOrder,
  type SalesOrder,
  holdSalesOrder,
  releaseSalesOrder,
} from '../contract.ts'
import { useOrderItems } from './use-order-menu-items.ts'
import { useOrderDocuments } from './use-order-documents.ts'
import {
  type OrderVerb,
  whyNotCancel,
  whyNotCancelOpenUnits,
  whyNotHold,
  whyNotRelease,
  whyNotStep,
} from '../rules.ts'

/**
 * The reads a step invalidates: the order, its customer's credit, its SKUs' stock, its invoices.
 */
export const orderReads = [
  listSalesOrders,
  listShipments,
  listRevisions,
  readSalesOrder,
  readActivity,
  listCustomers,
  readCustomer,
  listSkus,
  readSku,
  readSupply,
  listStockMoves,
  listInvoices,
  readInvoice,
] as const

/** A step that opens a dialog first. */
export type RequestedTransition = {
  verb: 'ship' | 'cancel' | 'cancel-rest' | 'recall' | 'hold' | 'override' | 'decide'
  order: SalesOrder
}

const failure = 'Failed to update sales order'

type Step = {
  verb: OrderVerb
  label: string
  icon: LucideIcon
  startsGroup?: true
  isNextStep?: true
}

const steps: readonly Step[] = [
  { verb: 'process', label: 'Start processing', icon: Play, startsGroup: true, isNextStep: true },
  { verb: 'ship', label: 'Mark shipped…', icon: Truck, isNextStep: true },
  { verb: 'deliver', label: 'Mark delivered', icon: PackageCheck, isNextStep: true },
  { verb: 'recall', label: 'Recall from warehouse…', icon: Undo2, startsGroup: true },
  { verb: 'cancel', label: 'Cancel order…', icon: Ban },
]

/** The steps of an order as menu items; steps that need input are set in `asked`. */
export function useOrderSteps() {
  const [requested, setRequested] = useState<RequestedTransition>()
  const { data: me } = useMe()
  const whyNot = useWhyNot()
  const run = useDirectSteps()
  const documents = useOrderDocuments()
  const otherItemsOf = useOrderItems(documents.print)
  const reasonOf = (order: SalesOrder, verb: OrderVerb) =>
    whyNotStep(order, verb) ??
    whyNot(`salesOrders.${verb}`) ??
    (verb === 'cancel' ? whyNotCancel(me ?? undefined, order) : undefined)
  const decideItem = (order: SalesOrder): MenuItem => ({
    label: 'Compare and decide…',
    icon: Scale,
    isNextStep: true,
    whyNot: whyNot('salesOrders.release'),
    run: () => setRequested({ verb: 'decide', order }),
  })
  const holdItem = (order: SalesOrder): MenuItem =>
    order.holdReason
      ? {
          label: 'Release hold',
          icon: ShieldCheck,
          isNextStep: true,
          whyNot: whyNot('salesOrders.release') ?? whyNotRelease(me ?? undefined, order),
          run: () => void run.release(order),
        }
      : {
          label: 'Put on hold…',
          icon: Pause,
          whyNot: whyNotHold(order) ?? whyNot('salesOrders.hold'),
          run: () => setRequested({ verb: 'hold', order }),
        }
  const overrideItem = (order: SalesOrder): MenuItem => ({
    label: 'Approve above credit limit…',
    icon: ShieldAlert,
    whyNot: whyNot('salesOrders.overrideCredit'),
    run: () => setRequested({ verb: 'override', order }),
  })
  const itemsOf = (order: SalesOrder): readonly MenuItem[] => [
    ...steps.map(({ verb, ...item }) => ({
      ...item,
      whyNot: reasonOf(order, verb),
      run: () => {
        if (verb === 'process' || verb === 'deliver') void run[verb](order)
        else setRequested({ verb, order })
      },
    })),
    {
      label: 'Cancel units…',
      icon: PackageMinus,
      whyNot:
        whyNotCancelOpenUnits(order) ??
        whyNot('salesOrders.cancel') ??
        whyNotCancel(me ?? undefined, order),
      run: () => setRequested({ verb: 'cancel-rest', order }),
    },
    order.holdReason === 'parked' ? decideItem(order) : holdItem(order),
    ...(order.holdReason === 'credit' ? [overrideItem(order)] : []),
    ...otherItemsOf(order),
  ]
  return { itemsOf, requested, closeRequest: () => setRequested(undefined), papers: documents }
}

/** Steps that run without a dialog. */
function useDirectSteps() {
  const whyNot = useWhyNot()
  const recall = useWrite(recallSalesOrder, { refreshes: orderReads, failure })
  const processing = useWrite(processSalesOrder, {
    refreshes: orderReads,
    success: ({ id, orderNumber, version }) => ({
      title: 'Success',
      text: `${orderNumber} is processing`,
      ...(!whyNot('salesOrders.recall') && {
        action: offerUndo(() =>
          recall.tryRun({ params: { id }, body: { reason: 'Undone' }, ifMatch: version }),
        ),
      }),
    }),
    failure,
  })
  const delivery = useWrite(deliverSalesOrder, {
    refreshes: orderReads,
    success: ({ orderNumber }) => ({ title: 'Success', text: `${orderNumber} is delivered` }),
    failure,
  })
  const release = useRelease()
  const at = ({ id, version }: SalesOrder) => ({ params: { id }, ifMatch: version })
  return {
    process: (order: SalesOrder) => processing.tryRun(at(order)),
    deliver: (order: SalesOrder) => delivery.tryRun(at(order)),
    release,
  }
}

/** Releases a hold; Undo restores it for users who may put orders on hold. */
function useRelease() {
  const whyNot = useWhyNot()
  const releasing = useWrite(releaseSalesOrder, { refreshes: orderReads, failure })
  const hold = useWrite(holdSalesOrder, { refreshes: orderReads, failure })
  return async ({ id, version, ...before }: SalesOrder) => {
    const after = await releasing.tryRun({ params: { id }, ifMatch: version })
    if (!after) return
    const { orderNumber, holdReason } = after
    const isWaiting = holdReason !== null
    const { holdReason: reason, holdUntil: until, holdNote } = before
    const wasEntered = reason && reason !== 'parked'
    const mayHold = wasEntered && !isWaiting && !whyNot('salesOrders.hold')
    notify({
      title: 'Success',
      text: isWaiting
        ? `${orderNumber} is now ${onHoldText(holdReason)}`
        : `${orderNumber} is released`,
      ...(mayHold && {
        action: offerUndo(() =>
          hold.tryRun({
            params: { id },
            body: { reason, until, note: holdNote },
            ifMatch: after.version,
          }),
        ),
      }),
    })
  }
}
