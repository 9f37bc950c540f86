import {
  type Deadline,
  currentDeadline,
  withSharedDeadline,
  requestTimedOut,
} from '../http/request-deadline.ts'

/** Batches concurrent calls; each one receives its own result. */
export type Batcher<Item, Answer> = (item: Item) => Promise<Answer>

export type BatcherOptions<Item> = {
  max: number
  lanes: number
  keyOf?: (item: Item) => string | undefined
  isShared?: (error: unknown) => boolean
}

type Waiting<Item, Answer> = {
  item: Item
  deadline: Deadline | undefined
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * Creates a batcher. While all `lanes` are busy, calls wait; a free lane runs up to `max` of them
 * in one batch. If a batch fails, each of its items is retried alone, so that one bad item cannot
 * fail the others; an error that affects all items (`isShared`) rejects them all at once. Items
 * with the same `keyOf` are never in the same batch. An item whose request has timed out is not
 * run, and a batch continues until all of its requests have timed out.
 */
export function createBatcher<Item, Answer>(
  options: BatcherOptions<Item>,
  run: (items: Item[]) => Promise<Answer[]>,
): Batcher<Item, Answer> {
  let waiting: Waiting<Item, Answer>[] = []
  let free = options.lanes

  function takeBatch(): Waiting<Item, Answer>[] {
    const batch: Waiting<Item, Answer>[] = []
    const postponed: Waiting<Item, Answer>[] = []
    const keys = new Set<string>()
    for (const each of waiting) {
      if (each.deadline?.isOver) {
        each.reject(requestTimedOut())
        continue
      }
      const key = options.keyOf?.(each.item)
      if (batch.length === options.max || (key !== undefined && keys.has(key))) postponed.push(each)
      else {
        if (key !== undefined) keys.add(key)
        batch.push(each)
      }
    }
    waiting = postponed
    return batch
  }

  async function serve(): Promise<void> {
    while (waiting.length > 0) {
      const batch = takeBatch()
      if (batch.length > 0) await settle(batch, run, options)
    }
    free += 1
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, deadline: currentDeadline(), resolve, reject })
      if (free === 0) return
      free -= 1
      // Wait one turn of the event loop, so that requests that arrived together are batched.
      setImmediate(() => void serve())
    })
}

async function settle<Item, Answer>(
  batch: Waiting<Item, Answer>[],
  run: (items: Item[]) => Promise<Answer[]>,
  options: BatcherOptions<Item>,
): Promise<void> {
  try {
    const items = batch.map((each) => each.item)
    const answers = await withSharedDeadline(
      batch.map((each) => each.deadline),
      () => run(items),
    )
    batch.forEach((each, index) => each.resolve(answers[index] as Answer))
  } catch (error) {
    if (batch.length > 1 && !options.isShared?.(error)) {
      for (const each of batch) await settle([each], run, options)
    } else for (const each of batch) each.reject(error)
  }
}
