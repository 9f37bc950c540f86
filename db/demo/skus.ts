import { type Cents, cents, percentageOf } from '#platform/kernel/money.ts'
import { type Category, catalog, type Product } from './catalog.ts'
import { type Chance, chanceOf } from './seeded-random.ts'

export type DemoSku = {
  id: number
  sku: string
  name: string
  description: string
  category: string
  unitOfMeasure: string
  cost: Cents
  price: Cents
  tier1Price: Cents
  tier2Price: Cents
  tier3Price: Cents
  barcode: string
  wmsLocation: string
}

/** The SKUs, spread evenly over fourteen categories. Codes such as FAS-1001. */
export function buildSkus(count: number): DemoSku[] {
  const chance = chanceOf('skus')
  return Array.from({ length: count }, (_, index) => {
    const category = catalog[index % catalog.length] as Category
    return skuOf(chance, category, { id: index + 1, turn: Math.floor(index / catalog.length) })
  })
}

/** `turn` cycles through finishes, then sizes, then products, so that every name is unique. */
function skuOf(chance: Chance, category: Category, at: { id: number; turn: number }): DemoSku {
  const { products, sizes, finishes } = category
  const finish = at.turn % finishes.length
  const size = Math.floor(at.turn / finishes.length) % sizes.length
  const kind = Math.floor(at.turn / finishes.length / sizes.length)
  const [product, unit, base] = products[kind % products.length] as Product
  const name = `${product}, ${sizes[size]}, ${finishes[finish]}`
  const growth = (1 + size * 0.22 + finish * 0.15).toFixed(4)
  const cost = percentageOf(cents(base), growth)
  return {
    id: at.id,
    sku: `${category.code}-${1001 + at.turn}`,
    name,
    description: `${name}. ${category.name} line, sold by the ${unit}.`,
    category: category.name,
    unitOfMeasure: unit,
    cost,
    ...pricesOf(chance, cost),
    barcode: barcodeOf(at.id),
    wmsLocation: locationOf(at.id),
  }
}

/** A markup of 35 to 70 % on cost; tier prices are 5–10, 10–15 and 15–20 % below the price. */
function pricesOf(chance: Chance, cost: Cents) {
  const price = percentageOf(cost, `1.${chance.between(35, 70)}`)
  const below = (least: number, most: number) =>
    percentageOf(price, `0.${1000 - chance.between(least, most)}`)
  return {
    price,
    tier1Price: below(55, 95),
    tier2Price: below(105, 145),
    tier3Price: below(155, 195),
  }
}

/** A GTIN-12 with its check digit (GS1 General Specifications, section 7.9). */
function barcodeOf(id: number): string {
  const body = `850042${String(id).padStart(5, '0')}`
  const total = body.split('').reduce((sum, digit, at) => sum + Number(digit) * (at % 2 ? 1 : 3), 0)
  return `${body}${(10 - (total % 10)) % 10}`
}

/** Aisle, bay, level: A-01-1 to L-20-6. */
function locationOf(id: number): string {
  const aisle = String.fromCharCode(65 + (id % 12))
  const bay = String((id % 20) + 1).padStart(2, '0')
  return `${aisle}-${bay}-${(id % 6) + 1}`
}
