import { expect, test } from 'vitest'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { route } from './route.ts'

const read = endpoint('GET', '/api/things/:id', { permission: 'things.read' })
const remove = endpoint('DELETE', '/api/things/:id', {
  permission: 'things.delete',
  checksVersion: true,
})

test('a handler takes ifMatch exactly if its endpoint declares checksVersion', () => {
  const seen: unknown[] = []
  const routes = [
    route(remove, async (_, { id }, ifMatch) => void seen.push(id, ifMatch)),
    // @ts-expect-error The handler does not take ifMatch.
    route(remove, async (_, { id }) => void seen.push(id)),
    // @ts-expect-error The endpoint does not declare checksVersion.
    route(read, async (_: unknown, _input: unknown, ifMatch: unknown) => void seen.push(ifMatch)),
  ]
  expect(routes.map(({ endpoint: { checksVersion } }) => checksVersion)).toEqual([
    true,
    true,
    undefined,
  ])
})
