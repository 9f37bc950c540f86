import * as z from 'zod/mini'
import { customerData, itemData, readDocument } from '../../document-payloads.ts'
import type { OutboundDocument } from './warehouse-adapter.ts'
import type { TrytonSession } from './tryton-client.ts'
import type { TrytonLocations } from './tryton-locations.ts'

export type TrytonContext = { session: TrytonSession; places: TrytonLocations }

const anId = z.object({ id: z.int() })
/** The answer to a create call for one record. */
const createdIds = z.tuple([z.int()])

/** Finds the party with one of our codes. */
export async function findParty(
  { session }: TrytonContext,
  code: string,
): Promise<number | undefined> {
  const [party] = await session.read('party.party', anId, {
    domain: [
      ['code', '=', code],
      ['active', 'in', [true, false]],
    ],
    fields: ['id'],
  })
  return party?.id
}

/** Upserts a customer as a party with our code, and its shipping address. */
export async function sendCustomer(
  tryton: TrytonContext,
  document: OutboundDocument,
): Promise<void> {
  const { customerCode, companyName, shippingAddress, isActive } = readDocument(
    customerData,
    document,
  )
  const id = await upsertParty(tryton, { code: customerCode, name: companyName, active: isActive })
  if (shippingAddress !== null) await upsertAddress(tryton, id, shippingAddress)
}

type Party = { code: string; name: string; active?: boolean }

/** Upserts a party by its code and returns its ID. */
export async function upsertParty(tryton: TrytonContext, party: Party): Promise<number> {
  const { ask, call, context } = tryton.session
  const known = await findParty(tryton, party.code)
  if (known !== undefined) {
    await call('model.party.party.write', [[known], party, context])
    return known
  }
  const fullParty = { ...party, addresses: [] }
  const [created] = await ask(createdIds, 'model.party.party.create', [[fullParty], context])
  return created
}

/** Returns the ID of a party's address with this text; creates it if necessary. */
export async function upsertAddress(
  tryton: TrytonContext,
  party: number,
  text: string,
): Promise<number> {
  const { session } = tryton
  const [known] = await session.read('party.address', anId, {
    domain: [
      ['party', '=', party],
      ['street', '=', text],
    ],
    fields: ['id'],
  })
  if (known) return known.id
  const address = { party, street: text }
  const method = 'model.party.address.create'
  const [created] = await session.ask(createdIds, method, [[address], session.context])
  return created
}

const product = z.object({ id: z.int(), template: z.int(), default_uom: z.int() })

export type Product = z.infer<typeof product>

/** Finds the product with the code of a SKU, even an inactive one. */
export async function findProduct(
  { session }: TrytonContext,
  sku: string,
): Promise<Product | undefined> {
  const [found] = await session.read('product.product', product, {
    domain: [
      ['code', '=', sku],
      ['active', 'in', [true, false]],
    ],
    fields: ['template', 'default_uom'],
  })
  return found
}

const unitNames: Readonly<Record<string, string>> = {
  kg: 'kg',
  g: 'g',
  lb: 'lb',
  oz: 'oz',
  m: 'm',
  ft: 'ft',
  in: 'in',
  l: 'l',
  gal: 'gal',
}

/** Upserts a SKU as a product with one variant. A unit that Tryton does not have becomes pieces. */
export async function sendItem(tryton: TrytonContext, document: OutboundDocument): Promise<void> {
  const { session, places } = tryton
  const { sku, name, unitOfMeasure, isActive, openingStock } = readDocument(itemData, document)
  let known = await findProduct(tryton, sku)
  if (known) {
    const { template, id } = known
    await session.call('model.product.template.write', [
      [template],
      { name, active: isActive },
      session.context,
    ])
    await session.call('model.product.product.write', [[id], { active: isActive }, session.context])
  } else {
    const symbol = unitNames[unitOfMeasure.toLowerCase()] ?? 'u'
    const [unit] = await session.read('product.uom', anId, {
      domain: [['symbol', '=', symbol]],
      fields: ['id'],
    })
    const shape = { name, type: 'goods', default_uom: unit?.id, active: isActive }
    const variants = [['create', [{ suffix_code: sku, active: isActive }]]]
    await session.call('model.product.template.create', [
      [{ ...shape, code: '', products: variants }],
      session.context,
    ])
    known = await findProduct(tryton, sku)
  }
  if (openingStock === undefined || !known) return
  await countOnce(tryton, known.id, {
    units: openingStock,
    location: places.warehouse.storage_location,
  })
}

/** Posts the opening stock of a product, unless the product was already counted. */
async function countOnce(
  { session, places }: TrytonContext,
  id: number,
  { units, location }: { units: number; location: number },
): Promise<void> {
  const counted = await session.count('stock.inventory.line', [
    ['product', '=', id],
    ['inventory.state', '=', 'done'],
  ])
  if (counted > 0) return
  const lines = [['create', [{ product: id, quantity: units }]]]
  const count = { company: places.company, location, empty_quantity: 'keep', lines }
  const created = await session.call('model.stock.inventory.create', [[count], session.context])
  await session.call('model.stock.inventory.confirm', [created, session.context])
}
