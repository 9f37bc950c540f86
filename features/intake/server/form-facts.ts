import { readSamePos } from '#features/sales-orders/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { IntakeForm, IntakeProblem, StoredForm } from '../intake-form.ts'
import { type FormFacts, problemsOf } from '../problems.ts'

const readCustomer = {
  name: 'read_customer_of_intake_form',
  text: `select id, customer_code as "customerCode", is_active as "isActive"
         from customers where id = $1 and deleted_at is null`,
}

const readSkus = {
  name: 'read_skus_of_intake_form',
  text: `select id, sku, unit_of_measure as "unitOfMeasure", is_active as "isActive"
         from skus where id = any($1::int[]) and deleted_at is null`,
}

type CustomerRow = { id: number; customerCode: string; isActive: boolean }
type SkuRow = { id: number; sku: string; unitOfMeasure: string; isActive: boolean }

/** The records that a form names, as they are now. Takes no locks. */
export async function readFormFacts(ctx: Context, form: IntakeForm): Promise<FormFacts> {
  const { businessTimeZone } = await readSettings(ctx)
  const { customerId, customerPO, items } = form
  const skuIds = [...new Set(items.flatMap(({ skuId }) => skuId ?? []))]
  const [customer] =
    customerId === null ? [] : await rows<CustomerRow>(ctx.db, readCustomer, [customerId])
  const skus = skuIds.length === 0 ? [] : await rows<SkuRow>(ctx.db, readSkus, [skuIds])
  return {
    customer,
    skus: new Map(skus.map((sku) => [sku.id, sku])),
    orderWithPo: await orderWithPo(ctx, { customerId, customerPO }),
    today: today(ctx.now, businessTimeZone),
  }
}

async function orderWithPo(
  ctx: Context,
  { customerId, customerPO }: Pick<IntakeForm, 'customerId' | 'customerPO'>,
): Promise<string | undefined> {
  if (customerId === null) return undefined
  const [found] = await readSamePos(ctx, [{ customerId, customerPO }])
  return found?.orderNumber
}

/** The problems of a form with the records as they are now. */
export async function readProblems(ctx: Context, stored: StoredForm): Promise<IntakeProblem[]> {
  return problemsOf(stored, await readFormFacts(ctx, stored.form))
}
