/** The amount of each kind of data in a load. */
export type Size = {
  customers: number
  exempt: number
  inactive: number
  /** Customers over 90 % of their credit limit, and over the limit. */
  nearLimit: number
  overLimit: number
  vendors: number
  skus: number
  lowStock: number
  contractPrices: number
  /** Days of history, today included, and orders per working day. */
  days: number
  ordersADay: { least: number; usual: number; most: number }
  pending: number
  /** Sales orders in the warehouse, and purchase orders to be received. */
  inWarehouse: number
  awaited: number
  /** Purchase orders over the history, including those from a requisition. */
  purchases: number
  returns: number
  /** Hours of system health history. */
  healthHours: number
  /** Hours of warehouse sync history. */
  syncHours: number
  /** Total number of orders: bulk orders are added until it is reached. */
  orders?: number
}

/** Number of purchase orders from the requisition: one per vendor of its lines. */
export const requisitionOrders = 2

const demo: Size = {
  customers: 245,
  exempt: 9,
  inactive: 11,
  nearLimit: 6,
  overLimit: 2,
  vendors: 62,
  skus: 1240,
  lowStock: 5,
  contractPrices: 180,
  days: 365,
  ordersADay: { least: 35, usual: 37, most: 45 },
  pending: 89,
  inWarehouse: 89,
  awaited: 34,
  purchases: 620,
  returns: 310,
  healthHours: 24,
  syncHours: 7 * 24,
}

const small: Size = {
  ...demo,
  customers: 40,
  exempt: 2,
  inactive: 3,
  nearLimit: 2,
  overLimit: 1,
  vendors: 10,
  skus: 140,
  contractPrices: 20,
  days: 40,
  ordersADay: { least: 6, usual: 8, most: 10 },
  pending: 19,
  inWarehouse: 19,
  awaited: 20,
  purchases: 60,
  returns: 20,
  healthHours: 1,
  syncHours: 1,
}

/** The demo for users, a small one for tests, and a large one for benchmarks. */
export const sizes = { small, demo, large: { ...demo, orders: 100_000 } } as const
