import type { Staff } from '../staff/staff.ts'
import type { SetupFunction } from './call-setup.ts'
import { password } from '../nodes/test-system.ts'
import { customer, sku, vendor } from './call-setups-imports.ts'

const recordOf = { customers: customer, vendors: vendor, skus: sku }
type Table = keyof typeof recordOf

const createRecord = async (staff: Staff, table: Table) =>
  (await staff.post(table, recordOf[table](staff))).id

/** Master data to delete, to restore, or to remove by undoing its import. */
function ofTable(table: Table): Record<string, SetupFunction> {
  return {
    [`DELETE /api/${table}/:id`]: async (staff) => ({ id: await createRecord(staff, table) }),
    [`POST /api/${table}/:id/restore`]: async (staff) => {
      const id = await createRecord(staff, table)
      await staff.remove(`${table}/${id}`)
      return { id }
    },
    [`POST /api/${table}/import/:id/undo`]: async (staff) => ({
      id: await staff.importRow(table, recordOf[table](staff)),
    }),
  }
}

async function comment({ post, customerId, reason }: Staff) {
  return (await post('comments', { entity: 'customer', entityId: customerId, text: reason })).id
}

const taxRate = { state: 'North', rate: '0.05', effectiveDate: '2030-01-01' }

/** Records to delete or restore. */
export const records: Record<string, SetupFunction> = {
  'POST /api/health/dead-messages/:id/retry': async ({ write, customerId }) => {
    const added = await write(
      `insert into outbox (topic, aggregate, aggregate_id, aggregate_version, payload, dead_at)
       select 'specimen', 'customer', $1, count(*) + 1, '{}', now() from outbox returning id`,
      [customerId],
    )
    return { id: added.rows[0]?.id ?? 0 }
  },
  'POST /api/customers/:id/personal-data/erase': async (staff) => ({
    id: await createRecord(staff, 'customers'),
    body: { reason: staff.reason },
  }),
  'POST /api/users/:id/personal-data/erase': async ({ write, next, reason }) => {
    const name = next('leaver').toLowerCase()
    const email = `${name}@example.com`
    const added = await write(
      `insert into users
         (username, username_folded, email, email_folded, password_hash, is_active)
       values ($1::text, $1::text, $2::text, $2::text, '', false) returning id`,
      [name, email],
    )
    return { id: added.rows[0]?.id ?? 0, body: { reason } }
  },
  ...ofTable('customers'),
  ...ofTable('vendors'),
  ...ofTable('skus'),
  'POST /api/bulk-changes/:id/undo': async (staff) => ({
    id: await staff.importRow('customers', customer(staff)),
  }),
  'POST /api/contract-pricing/import/:id/undo': async (staff) => {
    const id = await createRecord(staff, 'skus')
    const { sku: code } = await staff.read<{ sku: string }>(`skus/${id}`)
    const { customerCode } = await staff.read<{ customerCode: string }>(
      `customers/${staff.customerId}`,
    )
    const row = { customerCode, sku: code, contractPrice: '1.00' }
    return { id: await staff.importRow('contract-pricing', row) }
  },
  'POST /api/purchase-orders/import/:id/undo': async (staff) => {
    const { vendorCode } = await staff.read<{ vendorCode: string }>(`vendors/${staff.vendorId}`)
    const { sku: code } = await staff.read<{ sku: string }>(`skus/${staff.skuId}`)
    const line = { sku: code, quantity: '2', unitPrice: '1.00' }
    const row = { orderNumber: staff.next('CPO'), vendorCode, ...line }
    return { id: await staff.importRow('purchase-orders', row) }
  },
  'POST /api/orders/import/:id/undo': async (staff) => {
    const { customerCode } = await staff.read<{ customerCode: string }>(
      `customers/${staff.customerId}`,
    )
    const { sku: skuCode } = await staff.read<{ sku: string }>(`skus/${staff.skuId}`)
    const row = { customerCode, customerPO: staff.next('PO'), skuCode, quantity: '1' }
    return { id: await staff.importRow('orders', row) }
  },
  'DELETE /api/contract-pricing/:id': async (staff) => {
    const skuId = await createRecord(staff, 'skus')
    const agreed = { customerId: staff.customerId, skuId, contractPrice: '1.00' }
    return { id: (await staff.post('contract-pricing', agreed)).id }
  },
  'DELETE /api/vendor-skus/:id': async ({ post, vendor: newVendor, skuId }) => ({
    id: (await post('vendor-skus', { vendorId: await newVendor(), skuId })).id,
  }),
  'DELETE /api/vendor-certificates/:id': async ({ post, vendorId, reason }) => {
    const body = { vendorId, name: reason, expiresOn: '2030-12-31' }
    return { id: (await post('vendor-certificates', body)).id }
  },
  'DELETE /api/order-drafts/:id': async ({ post, next }) => ({
    id: (await post('order-drafts', { title: next('Draft'), form: {} })).id,
  }),
  'DELETE /api/views/:id': async ({ post, next }) => ({
    id: (await post('views', { list: 'skus', name: next('View'), search: {} })).id,
  }),
  'DELETE /api/tax-rates/:id': async ({ post, next }) => ({
    id: (await post('tax-rates', { ...taxRate, country: next('Land') })).id,
  }),
  'DELETE /api/api-keys/:id': async (staff) => ({ id: await apiKey(staff) }),
  'PUT /api/api-keys/:id': async (staff) => ({ id: await apiKey(staff) }),
  'POST /api/api-keys/:id/rotate': async (staff) => ({ id: await apiKey(staff) }),
  'PUT /api/roles/:id': async (staff) => ({
    id: await role(staff),
    body: { permissions: ['vendors.read'] },
  }),
  'DELETE /api/roles/:id': async (staff) => ({ id: await role(staff) }),
  'PUT /api/users/:id/limits': async ({ viewer }) => ({ id: (await viewer()).id }),
  'POST /api/delegations': async (staff) => ({ body: await delegation(staff) }),
  'DELETE /api/delegations/:id': async (staff) => ({
    id: (await staff.post('delegations', await delegation(staff))).id,
  }),
  'PUT /api/webhooks/:id': async (staff) => ({
    id: await webhook(staff),
    body: { ...webhookForm, description: 'Changed' },
  }),
  'DELETE /api/webhooks/:id': async (staff) => ({ id: await webhook(staff) }),
  'POST /api/webhooks/:id/secret': async (staff) => ({ id: await webhook(staff) }),
  'POST /api/webhooks/:id/replay': async (staff) => ({ id: await webhook(staff) }),
  'POST /api/webhooks/:id/test': async (staff) => ({ id: await webhook(staff) }),
  'POST /api/webhook-deliveries/:id/replay': async (staff) => ({
    id: (await staff.post(`webhooks/${await webhook(staff)}/test`, {})).id,
  }),
  'DELETE /api/comments/:id': async (staff) => ({ id: await comment(staff) }),
  'POST /api/comments/:id/restore': async (staff) => {
    const id = await comment(staff)
    await staff.remove(`comments/${id}`)
    return { id }
  },
  'DELETE /api/user/sessions/:id': async ({ signedInAgain, read }) => {
    await signedInAgain()
    const sessions = await read<{ id: number; isCurrent: boolean }[]>('user/sessions')
    return { id: sessions.find(({ isCurrent }) => !isCurrent)?.id ?? 0 }
  },
  'DELETE /api/users/:id/sessions': async ({ viewer }) => ({ id: (await viewer()).id }),
  'POST /api/notifications/:id/read': async (staff) => ({ id: await createNotification(staff) }),
  'POST /api/notifications/read-all': async (staff) => {
    await createNotification(staff)
    return {}
  },
}

async function apiKey({ post, next }: Staff): Promise<number> {
  return (await post('api-keys', { name: next('Key'), scopes: ['read'] })).id
}

/** A delegation of the administrator to a new manager, in days to come. */
async function delegation({ post, next }: Staff) {
  const username = next('deputy')
  const body = { username, email: `${username}@example.com`, password, role: 'manager' }
  const { id } = await post('users', body)
  return { toUserId: id, startsOn: '2031-01-01', endsOn: '2031-01-05' }
}

async function role({ post, next }: Staff): Promise<number> {
  return (await post('roles', { name: next('Role'), permissions: ['customers.read'] })).id
}

/** The address is public, and no name that must be resolved. */
const webhookForm = { url: 'https://93.184.215.14/hooks', topics: ['invoice.posted'] }

async function webhook({ post, next }: Staff): Promise<number> {
  return (await post('webhooks', { ...webhookForm, description: next('Webhook') })).id
}

/** Creates a notification for the administrator. */
async function createNotification({ write, next, read }: Staff): Promise<number> {
  const { id } = await read<{ id: number }>('user')
  const { rows } = await write(
    `insert into notifications (user_id, kind, key, title, text)
     values ($1, 'mentions', $2, 'Specimen', 'Specimen')
     returning id`,
    [id, next('told')],
  )
  return rows[0]?.id ?? 0
}
