import { type Staff, deskOf } from '../../staff/staff.ts'
import type { Experiment, Findings } from '../../experiment.ts'
import { type Answer, codeOf } from '../../nodes/http.ts'
import { count } from '../../staff/orders.ts'
import { colleague } from '../../staff/people.ts'
import { sleep } from '../../nodes/ports.ts'
import { inWorld, type Person, type World } from '../../nodes/world.ts'

/** P43: no user approves their own request; where a site allows self-approval, it is recorded. */
export const segregation: Experiment = {
  row: 'P43',
  promise: 'separation of duties',
  needsPostgres: true,
  run: (lab, findings) =>
    inWorld(lab, findings, { row: 'P43' }, async (world) => {
      const desk = await deskOf(world)
      const other = await colleague(world, 'admin')
      const place = { world, findings, desk, other }
      await rule(place, { sodMode: 'record' })
      for (const control of controls) await recorded(place, control)
      for (const control of controls) await enforced(place, control)
      await limits(place)
    }),
}

type Place = { world: World; findings: Findings; desk: Staff; other: Person }

type Control = {
  name: string
  /** The audit entry of the approval: entity and action. */
  approval: [entity: string, action: string]
  /** Prepares the request as the administrator; returns path and body of the approval. */
  set: (desk: Staff) => Promise<{ path: string; body?: object; on: number }>
}

const reason = 'Looked at twice'

const controls: readonly Control[] = [
  {
    name: 'purchase order',
    approval: ['purchase_order', 'approve'],
    set: async (desk) => {
      const { id } = await desk.wanted('submitted')
      return { path: `purchase-orders/${id}/approve`, on: id }
    },
  },
  {
    name: 'vendor payment',
    approval: ['vendor_payment', 'release'],
    set: async (desk) => {
      const { id } = await desk.prepared()
      return { path: `vendor-payments/${id}/release`, on: id }
    },
  },
  {
    name: 'blocked bill',
    approval: ['vendor_bill', 'release'],
    set: async (desk) => {
      const { id } = await desk.blocked()
      return { path: `vendor-bills/${id}/release`, body: { reason }, on: id }
    },
  },
  {
    name: 'credit',
    approval: ['sales_order', 'override-credit'],
    set: async (desk) => {
      const { id } = await desk.order()
      await desk.post(`sales-orders/${id}/hold`, { reason: 'credit' })
      return { path: `sales-orders/${id}/override-credit`, body: { reason }, on: id }
    },
  },
  {
    name: 'refund',
    approval: ['customer_payment', 'release-refund'],
    set: async (desk) => {
      const payment = await desk.paid('2.00')
      const asked = { paymentId: payment.id, amount: '1.00', reason }
      const { id } = await desk.post<{ id: number }>('refunds', asked)
      return { path: `refunds/${id}/release`, on: payment.id }
    },
  },
  {
    name: 'return',
    approval: ['return', 'complete'],
    set: async (desk) => {
      const { id } = await desk.receivedBack()
      return { path: `returns/${id}/complete`, body: {}, on: id }
    },
  },
  {
    name: 'stock adjustment',
    approval: ['sku', 'approve-adjust'],
    // One user makes the request, because a self-made adjustment is rejected; the test then
    // approves it.
    set: async (desk) => {
      const { id, on } = await desk.waitingAdjustment()
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
async function rule({ world }: Place, body: object): Promise<void> {
  await world.must({ method: 'PUT', path: '/api/settings', body })
  await sleep(1200)
}

function act({ world }: Place, as: string, { path, body }: { path: string; body?: object }) {
  return world.call({ method: 'POST', path: `/api/${path}`, as, ...(body && { body }) })
}

async function enforced(place: Place, control: Control): Promise<void> {
  const { world, findings, desk, other } = place
  await rule(place, { sodMode: 'record' })
  const asked = await control.set(desk)
  await rule(place, { sodMode: 'enforce' })
  const own = await act(place, world.admin.cookie, asked)
  findings.equal(`${control.name}: own, enforced`, saidBy(own), '403 self-approval')
  const second = await act(place, other.cookie, asked)
  findings.equal(`${control.name}: by a second person`, saidBy(second), '200')
}

async function recorded(place: Place, control: Control): Promise<void> {
  const { world, findings, desk } = place
  const asked = await control.set(desk)
  const own = await act(place, world.admin.cookie, asked)
  findings.equal(`${control.name}: own, only recorded`, saidBy(own), '200')
  const [entity, action] = control.approval
  const waivers = await count(
    world,
    `select count(*) from approvals
     where entity = $1 and entity_id = $2 and action = $3 and is_waiver and approver_id = $4`,
    [entity, asked.on, action, world.admin.id],
  )
  findings.equal(`${control.name}: waivers on record`, waivers, 1)
}

const saidBy = (answer: Answer) => `${answer.status} ${codeOf(answer)}`.trim()

/** Above an approval limit a user with a higher limit is required, in either mode. */
async function limits(place: Place): Promise<void> {
  const { findings, desk, world } = place
  const low = { purchaseApprovalLimit: '5.00', refundLimit: '0.50', writeOffLimitFinance: '1.00' }
  await rule(place, { sodMode: 'record', ...low })
  const manager = await colleague(world, 'manager')
  const finance = await colleague(world, 'finance')
  const order = await desk.wanted('submitted')
  const approve = { path: `purchase-orders/${order.id}/approve` }
  findings.equal('order above limit', saidBy(await act(place, manager.cookie, approve)), over)
  const { id } = await desk.refund()
  const release = { path: `refunds/${id}/release` }
  findings.equal('refund above limit', saidBy(await act(place, finance.cookie, release)), over)
  findings.equal('by a manager', saidBy(await act(place, manager.cookie, release)), '200')
  const invoice = await desk.invoice()
  const debt = { path: `invoices/${invoice.id}/write-off`, body: { amount: invoice.total, reason } }
  findings.equal('debt above limit', saidBy(await act(place, finance.cookie, debt)), over)
  findings.note(`${controls.length} controls × enforced and recorded, 3 limits`)
}

const over = '403 over-limit'
