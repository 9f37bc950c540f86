import { Refusal } from '#platform/kernel/refusal.ts'
import { placeOf } from './order-choices.ts'
import { validateInterchange, type ValidatedInterchange } from './x12-interchange-validation.ts'
import { type Interchange, type InterchangeHead, splitInterchanges, withSegments } from './x12.ts'

// X12 work that runs in the file thread: splitting files and checking segments.

const maxInterchanges = 50

/**
 * Splits a file into interchanges, without parsing segments: the sender may be unknown. Throws 422
 * if the file is not X12, and 413 for more than 50 interchanges.
 */
function splitFile(text: string): InterchangeHead[] {
  const interchanges = splitInterchanges(replaceUnstorable(text))
  if (!interchanges) {
    const sentence = 'This is not an X12 file: it does not start with a complete ISA segment'
    throw new Refusal('invalid', 'no-x12', sentence)
  }
  if (interchanges.length > maxInterchanges) {
    const sentence = `A file has at most ${maxInterchanges} interchanges`
    throw new Refusal('tooLarge', 'too-large', sentence)
  }
  return interchanges.map(({ isa, separators, raw }) => ({ isa, separators, raw }))
}

/**
 * Replaces characters the database cannot store by U+FFFD, which the element check then rejects.
 */
export const replaceUnstorable = (text: string) =>
  text.replaceAll(/\p{Surrogate}/gu, '\uFFFD').replaceAll('\0', '\uFFFD')

type Party = { qualifier: string; id: string }

/** The serializable facts from which `EnvelopeParties` are built. */
export type ExpectedFacts = {
  ours: readonly Party[]
  isSenderKnown: boolean
  knownQualifiers: readonly string[]
  usage: 'P' | 'T' | undefined
  sets: readonly string[]
}

function runValidation({
  head,
  facts,
}: {
  head: InterchangeHead
  facts: ExpectedFacts
}): ValidatedInterchange {
  const { ours, isSenderKnown, knownQualifiers, usage, sets } = facts
  const isSame = (a: string, b: string) => a.toUpperCase() === b.toUpperCase()
  return validateInterchange(withSegments(head), {
    isOurs: (qualifier, id) =>
      ours.some((each) => each.qualifier === qualifier && isSame(each.id, id)),
    ourQualifiers: new Set(ours.map(({ qualifier }) => qualifier)),
    isKnown: () => isSenderKnown,
    knownQualifiers: new Set(knownQualifiers),
    usage,
    sets: new Set(sets),
  })
}

/** Returns the places of the new orders of a file: each 850 whose BEG01 is 00. */
function newOrders(heads: readonly InterchangeHead[]): string[] {
  return heads.flatMap((head, interchange) => newOrdersIn(withSegments(head), interchange))
}

function newOrdersIn({ segments }: Interchange, interchange: number): string[] {
  const orderPlaces: string[] = []
  let set = -1
  let isOrder = false
  for (const [id, first] of segments) {
    if (id === 'ST') {
      set += 1
      isOrder = first === '850'
    }
    if (id === 'BEG' && isOrder && first === '00') orderPlaces.push(placeOf(interchange, set))
  }
  return orderPlaces
}

/** The tasks of the file thread, by name. */
export const x12Tasks = {
  'x12-cut': splitFile,
  'x12-judge': runValidation,
  'x12-new-orders': newOrders,
}
