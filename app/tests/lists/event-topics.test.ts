import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventEntities } from '#features/audit/audited-entities.ts'
import { eventTopicNames, eventTopics } from '#features/audit/event-topics.ts'
import { isTest, readPaths, roomOf } from '../../../scripts/tidy/sources.ts'

const root = join(import.meta.dirname, '../../..')

/** Topics that are composed, or passed to the function that makes the message. */
const passed = ['payment.recorded', 'refund.released', 'refund.reversed']

test('the declared topics are exactly those that the rooms write to the outbox', () => {
  const files = readPaths(root).filter(
    (path) =>
      /^features\/[^/]+\/server\/.*\.ts$/.test(path) &&
      !isTest(path) &&
      roomOf(path) !== 'webhooks',
  )
  const written = files.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return [...text.matchAll(/\btopic: '([^']+)'/g)].map(([, topic = '']) => topic)
  })
  expect([...new Set([...written, ...passed])].toSorted()).toEqual(eventTopicNames.toSorted())
})

test('each topic is about a kind of record that events are listed for', () => {
  for (const { entity, sentence } of Object.values(eventTopics)) {
    expect(eventEntities).toContain(entity)
    expect(sentence).toMatch(/^An? .*\.$/)
  }
})
