import { type Staff, createStaff } from '../../staff/staff.ts'
import type { Experiment, Findings } from '../../experiment.ts'
import { type Answer, codeOf } from '../../nodes/http.ts'
import { createUser } from '../../staff/users.ts'
import { withTestSystem, type Person, type TestSystem } from '../../nodes/test-system.ts'
import { sleep } from '../../nodes/wait-until.ts'
import { count } from '../../nodes/count-rows.ts'

/** P43: no user approves their own request; where a site allows self-approval, it is recorded. */
export const segregation: Experiment = {
  row: 'P43',
  promise: 'separation of duties',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'P43' }, async (world) => {
      const staff = await createStaff(world)
      const other = await createUser(world, 'admin')
      const place = { world, findings, staff, other }
      await changeSettings(place, { sodMode: 'record' })
      for (const control of controls) await recorded(place, control)
      for (const control of controls) await enforced(place, control)
      await limits(place)
    }),
}

type Scenario = { world: TestSystem; findings: Findings; staff: Staff; other: Person }

type Control = {
  name: string
  /** The audit entry of the approval: entity and action. */
  approval: [entity: string, action: string]
  /** Prepares the request as the administrator; returns path and body of the approval. */
  set: (staff: Staff) => Promise<{ path: string; body?: object; on: number }>
}

const reason = 'Looked at twice'

const controls: readonly Control[] = [
  {
    name: 'purchase order',
    approval: ['purchase_order', 'approve'],
    set: async (staff) => {
      const { id } = await staff.wanted('submitted')
      return { path: `purchase-orders/${id}/approve`, on: id }
    },
  },
  {
    name: 'vendor payment',
    approval: ['vendor_payment', 'release'],
    set: async (staff) => {
      const { id } = await staff.prepared()
      return { path: `vendor-payments/${id}/release`, on: id }
    },
  },
  {
    name: 'blocked bill',
    approval: ['vendor_bill', 'release'],
    set: async (staff) => {
      const { id } = await staff.blocked()
      return { path: `vendor-bills/${id}/release`, body: { reason }, on: id }
    },
  },
  {
    name: 'credit',
    approval: ['sales_order', 'override-credit'],
    set: async (staff) => {
      const { id } = await staff.order()
      await staff.post(`sales-orders/${id}/hold`, { reason: 'credit' })
      return { path: `sales-orders/${id}/override-credit`, body: { reason }, on: id }
    },
  },
  {
    name: 'refund',
    approval: ['customer_payment', 'release-refund'],
    set: async (staff) => {
      const payment = await staff.paid('2.00')
      const refundRequest = { paymentId: payment.id, amount: '1.00', reason }
      const { id } = await staff.post<{ id: number }>('refunds', refundRequest)
      return { path: `refunds/${id}/release`, on: payment.id }
    },
  },
  {
    name: 'return',
    approval: ['return', 'complete'],
    set: async (staff) => {
      const { id } = await staff.receivedBack()
      return { path: `returns/${id}/complete`, body: {}, on: id }
    },
  },
  {
    name: 'stock adjustment',
    approval: ['sku', 'approve-adjust'],
    // An adjustment waits for approval only under `enforce`: it is requested in that mode, then the
    // mode is set to `record`, in which its requester may approve it.
    set: async (staff) => {
      const { id, on } = await staff.waitingAdjustment()
      return { path: `stock-adjustments/${id}/approve`, on }
    },
  },
  {
    name: 'month',
    approval: ['period', 'reopen'],
    set: async ({ post, next }) => {
      // A different month each time, earlier than those before, because months close in order.
      const month = (1999 - Number(next('').slice(1))) * 100 + 1
      await post(`periods/${month}/soft-close`)
      await post(`periods/${month}/close`)
      return { path: `periods/${month}/reopen`, body: { reason }, on: month }
    },
  },
]

/** Changes the rules and waits the second within which every node applies them. */
async function changeSettings({ world }: Scenario, body: object): Promise<void> {
  await world.must({ method: 'PUT', path: '/api/settings', body })
  await sleep(1200)
}

function act({ world }: Scenario, as: string, { path, body }: { path: string; body?: object }) {
  return world.call({ method: 'POST', path: `/api/${path}`, as, ...(body && { body }) })
}

async function enforced(place: Scenario, control: Control): Promise<void> {
  const { world, findings, staff, other } = place
  await changeSettings(place, { sodMode: 'record' })
  const request = await control.set(staff)
  await changeSettings(place, { sodMode: 'enforce' })
  const own = await act(place, world.admin.cookie, request)
  findings.equal(`${control.name}: own, enforced`, outcomeOf(own), '403 self-approval')
  const second = await act(place, other.cookie, request)
  findings.equal(`${control.name}: by a second person`, outcomeOf(second), '200')
}

async function recorded(place: Scenario, control: Control): Promise<void> {
  const { world, findings, staff } = place
  const request = await control.set(staff)
  const own = await act(place, world.admin.cookie, request)
  findings.equal(`${control.name}: own, only recorded`, outcomeOf(own), '200')
  const [entity, action] = control.approval
  const waivers = await count(
    world,
    `select count(*) from approvals
     where entity = $1 and entity_id = $2 and action = $3 and is_waiver and approver_id = $4`,
    [entity, request.on, action, world.admin.id],
  )
  findings.equal(`${control.name}: waivers on record`, waivers, 1)
}

const outcomeOf = (answer: Answer) => `${answer.status} ${codeOf(answer)}`.trim()

/** Above an approval limit a user with a higher limit is required, in either mode. */
async function limits(place: Scenario): Promise<void> {
  const { findings, staff, world } = place
  const low = { purchaseApprovalLimit: '5.00', refundLimit: '0.50', writeOffLimitFinance: '1.00' }
  await changeSettings(place, { sodMode: 'record', ...low })
  const manager = await createUser(world, 'manager')
  const finance = await createUser(world, 'finance')
  const order = await staff.wanted('submitted')
  const approve = { path: `purchase-orders/${order.id}/approve` }
  findings.equal('order above limit', outcomeOf(await act(place, manager.cookie, approve)), over)
  const { id } = await staff.refund()
  const release = { path: `refunds/${id}/release` }
  findings.equal('refund above limit', outcomeOf(await act(place, finance.cookie, release)), over)
  findings.equal('by a manager', outcomeOf(await act(place, manager.cookie, release)), '200')
  const invoice = await staff.invoice()
  const debt = { path: `invoices/${invoice.id}/write-off`, body: { amount: invoice.total, reason } }
  findings.equal('debt above limit', outcomeOf(await act(place, finance.cookie, debt)), over)
  findings.note(`${controls.length} controls × enforced and recorded, 3 limits`)
}

const over = '403 over-limit'
