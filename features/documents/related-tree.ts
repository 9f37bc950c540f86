import { type RelatedDocument, relatedKindNames, relatedKinds } from './related-records.ts'

/** A document in the flow of an order, with the documents that follow from it. */
export type FlowStep = { record: RelatedDocument; next: FlowStep[] }

/** The documents before an order, those that follow from it, and the other related records. */
export type RelatedTree = {
  before: RelatedDocument[]
  after: FlowStep[]
  others: RelatedDocument[]
}

/**
 * Arranges the records related to an order as a tree, sorted by kind. A record whose predecessor is
 * not in the list, because the user may not read it, follows the order itself.
 */
export function relatedTree(records: readonly RelatedDocument[]): RelatedTree {
  const numbers = new Set(records.filter((each) => flowOf(each) === 'after').map(numberOf))
  const isFirst = ({ follows }: RelatedDocument) => follows === null || !numbers.has(follows)
  const following = relatedKindNames.flatMap((name) =>
    records.filter((each) => each.kind === name && flowOf(each) === 'after'),
  )
  const stepsAfter = (earlier: readonly string[]): FlowStep[] =>
    following
      .filter((each) => {
        const previous = earlier.at(-1)
        return previous === undefined ? isFirst(each) : each.follows === previous
      })
      .filter(({ number }) => !earlier.includes(number))
      .map((record) => ({ record, next: stepsAfter([...earlier, record.number]) }))
  return {
    before: records.filter((each) => flowOf(each) === 'before'),
    after: stepsAfter([]),
    others: records.filter((each) => flowOf(each) === undefined),
  }
}

const numberOf = ({ number }: RelatedDocument) => number

function flowOf({ kind }: RelatedDocument): 'before' | 'after' | undefined {
  const facts = relatedKinds[kind]
  return 'flow' in facts ? facts.flow : undefined
}
