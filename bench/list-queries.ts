import {
  type Facts,
  furtherLists,
  type List,
  type NamedStatements,
  salesOrders,
} from './benchmarked-lists.ts'

/** One query of a list; `facts` are values from the database it runs on. */
export type BenchmarkQuery = {
  group: string
  name: string
  path: string
  query(facts: Facts, orders: number): string
}

export const pageSize = 50

const directionsOf = ({ sorts }: List) => sorts.flatMap((sort) => [sort, `-${sort}`])

/** All queries: sales orders in groups of their own, every other list in three groups. */
export function listQueries(): BenchmarkQuery[] {
  const { path } = salesOrders
  return [
    { group: 'first page', name: 'first page', path, query: () => '' },
    ...sortsOf(salesOrders, ['every sort', 'last page of every sort']),
    ...namedOf(salesOrders, 'every filter', salesOrders.filters),
    ...namedOf(salesOrders, 'text search', salesOrders.searches),
    ...directionsOf(salesOrders).map((sort) => ({
      group: 'a rare status in every sort',
      name: sort,
      path,
      query: () => `status=cancelled&sort=${sort}`,
    })),
    ...directionsOf(salesOrders).map((sort) => ({
      group: 'every column in every sort',
      name: sort,
      path,
      query: () => `with=progress&sort=${sort}`,
    })),
    ...furtherLists.flatMap((list) => [
      ...sortsOf(list, [`${list.name}, every sort`, `${list.name}, every sort`]),
      ...namedOf(list, `${list.name}, every filter`, list.filters),
      ...namedOf(list, `${list.name}, text search`, list.searches),
    ]),
  ]
}

function sortsOf(list: List, [first, last]: readonly [string, string]): BenchmarkQuery[] {
  const end = (orders: number) =>
    list.isCounted ? `offset=${Math.floor((orders - 1) / pageSize) * pageSize}` : 'cursor=last'
  const { path } = list
  return directionsOf(list).flatMap((sort) => [
    { group: first, name: sort, path, query: () => `sort=${sort}` },
    {
      group: last,
      name: `last page by ${sort}`,
      path,
      query: (_, orders) => `sort=${sort}&${end(orders)}`,
    },
  ])
}

function namedOf({ path }: List, group: string, named: NamedStatements): BenchmarkQuery[] {
  return Object.entries(named).map(([name, query]) => ({ group, name, path, query }))
}
