/** How much of everything a load makes. */
export type Size = {
  customers: number
  exempt: number
  inactive: number
  /** Customers with more than nine tenths of their credit used, and beyond all of it. */
  nearLimit: number
  overLimit: number
  vendors: number
  skus: number
  lowStock: number
  contractPrices: number
  /** The days of history, today included, and how many orders a working day has. */
  days: number
  ordersADay: { least: number; usual: number; most: number }
  pending: number
  /** Sales orders that the warehouse has, and purchase orders whose goods are awaited. */
  inWarehouse: number
  awaited: number
  /** Orders to vendors over the history, those of a requisition included. */
  purchases: number
  returns: number
  /** So far back goes the history of the program's health. */
  healthHours: number
  /** So far back goes the exchange with the warehouse. */
  syncHours: number
  /** Orders to end with: what the history lacks is filled up with plain ones. */
  orders?: number
}

/** So many of the orders to vendors come of a requisition: one for each vendor of its lines. */
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

/** The demo business as users see it, a small one for tests, and one grown for measurements. */
export const sizes = { small, demo, large: { ...demo, orders: 100_000 } } as const
