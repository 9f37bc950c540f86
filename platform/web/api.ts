import {
  type QueryClient,
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import type { AnswerOf, Endpoint, WireQueryOf } from '#platform/kernel/endpoint.ts'
import { type Notice, notify } from '#platform/ui/notices/toast.ts'
import { inParts } from './in-batches.ts'
import { ApiError, type ListPage, type Request, send, sendForList } from './send.ts'

type ReadOptions<E> = {
  params?: Record<string, number>
  query?: WireQueryOf<E>
  enabled?: boolean
  /** Reads again this often while the tab is seen, and at once when it is seen again. */
  everyMs?: number
}

/** The rows of one list call, element by element. */
export type RowOf<E> = AnswerOf<E> extends readonly (infer Row)[] ? Row : never

/** The cache key of a read: refreshing an endpoint drops every key that starts with its path. */
export function readKey<E extends Endpoint>(endpoint: E, options: ReadOptions<E> = {}): unknown[] {
  return [endpoint.path, options.params ?? {}, options.query ?? {}]
}

/** Reads one record or one set of facts. Never stale until a write refreshes it. */
export function useRead<E extends Endpoint>(endpoint: E, options: ReadOptions<E> = {}) {
  const { params = {}, query, enabled = true, everyMs } = options
  const polling = { refetchInterval: everyMs, staleTime: everyMs }
  return useQuery<AnswerOf<E>, ApiError>({
    queryKey: readKey(endpoint, options),
    queryFn: ({ signal }) => send(endpoint, { params, query, signal }),
    meta: { isDerived: endpoint.isDerived },
    enabled,
    ...(everyMs !== undefined && (polling as { staleTime: number })),
  })
}

/**
 * Reads one record as it is now, for a form on it: not as it was read before a write, whose version
 * would be refused, and without changing under the hands of who types.
 */
export function useFresh<E extends Endpoint>(endpoint: E, options: ReadOptions<E> = {}) {
  const { data, error, isFetching, refetch } = useRead(endpoint, options)
  const [fresh, setFresh] = useState<{ data: AnswerOf<E> }>()
  if (!fresh && data !== undefined && !isFetching) setFresh({ data })
  /** Reads it once more, where somebody else was faster. */
  const again = async () => {
    const read = await refetch({ throwOnError: true })
    const now = read.data as AnswerOf<E>
    setFresh({ data: now })
    return now
  }
  return { data: fresh?.data, error, again }
}

/** Reads one page of a list; the page before stays visible until the next one is there. */
export function useList<E extends Endpoint>(endpoint: E, options: ReadOptions<E> = {}) {
  const { params = {}, query, enabled = true } = options
  return useQuery<ListPage<E>, ApiError>({
    queryKey: [...readKey(endpoint, options), 'list'],
    queryFn: ({ signal }) => sendForList(endpoint, { params, query, signal }),
    placeholderData: keepPreviousData,
    meta: { isDerived: endpoint.isDerived },
    enabled,
  })
}

/** Reads a list again, and with it what sums over records on the same screen. */
export function useReread({ refetch }: { refetch: () => Promise<unknown> }) {
  const client = useQueryClient()
  return useCallback(async () => {
    const sums = { type: 'active', predicate: isDerived } as const
    // The list may be one of them: what is read already is not asked for twice.
    await Promise.all([refetch(), client.refetchQueries(sums, { cancelRefetch: false })])
  }, [client, refetch])
}

function isDerived({ meta }: { meta: Record<string, unknown> | undefined }): boolean {
  return meta?.['isDerived'] === true
}

type WriteOptions<E extends Endpoint> = {
  /** The endpoints whose answers this write changes. */
  refreshes?: readonly Endpoint[]
  /** The toast of success: a text under the title `Success`, or a whole notice. */
  success?: string | ((answer: AnswerOf<E>, request: Request<E>) => Notice | undefined)
  /** The toast of failure: a text under the title `Error` (the reason is its second line). */
  failure?: string | ((error: ApiError, request: Request<E>) => Notice | undefined)
  /** A list of the body that goes in parts of so many; the answers come as one (`bulkOutcome`). */
  parts?: Parts
}

type Parts = { of: string; most: number }

/**
 * A write and its toasts. `run` rejects with an ApiError, for forms that show it; `tryRun` answers
 * undefined where the write failed, for buttons whose toast says it all; `isDone` whether it went
 * well.
 */
export function useWrite<E extends Endpoint>(endpoint: E, options: WriteOptions<E> = {}) {
  const client = useQueryClient()
  const mutation = useMutation<AnswerOf<E>, ApiError, Request<E>>({
    mutationFn: (request) => {
      const keyed = { idempotencyKey: newIdempotencyKey(), ...request }
      return options.parts ? sendInParts(endpoint, keyed, options.parts) : send(endpoint, keyed)
    },
    onSuccess: async (answer, request) => {
      notifyOf(successNotice(options.success, answer, request))
      await refresh(client, options.refreshes ?? [])
    },
    onError: (error, request) => notifyOf(failureNotice(options.failure, error, request)),
  })
  const run = mutation.mutateAsync
  const latest = useRef(options.refreshes)
  useEffect(() => {
    latest.current = options.refreshes
  })
  // Somebody was faster: what is shown is not what there is. A form meets them by itself.
  const showLate = useCallback(
    (error: unknown): undefined => {
      const isLate = error instanceof ApiError && error.status === 412
      if (isLate) void refresh(client, latest.current ?? [])
      return undefined
    },
    [client],
  )
  const tryRun = useCallback((request: Request<E>) => run(request).catch(showLate), [run, showLate])
  const isDone = useCallback(
    (request: Request<E>) =>
      run(request).then(
        () => true,
        (error: unknown) => {
          showLate(error)
          return false
        },
      ),
    [run, showLate],
  )
  return { run, tryRun, isDone, isPending: mutation.isPending, error: mutation.error }
}

/** The first part has the key of the whole, so that a form that is sent again is answered again. */
async function sendInParts<E extends Endpoint>(
  endpoint: E,
  request: Request<E>,
  { of, most }: Parts,
): Promise<AnswerOf<E>> {
  // Every call that is sent in parts takes a list of ids or of records, and answers an outcome.
  const given = request.body as unknown as Record<string, readonly number[]>
  const outcome = await inParts(given[of] ?? [], most, async (part, place) => {
    const idempotencyKey = place === 0 ? request.idempotencyKey : newIdempotencyKey()
    const asked: object = { ...request, idempotencyKey, body: { ...given, [of]: part } }
    return (await send(endpoint, asked as Request<E>)) as unknown as BulkOutcome
  })
  return outcome as unknown as AnswerOf<E>
}

/** Reads the endpoints again wherever a screen shows them, and what sums over records with them. */
export async function refresh(client: QueryClient, endpoints: readonly Endpoint[]): Promise<void> {
  const paths = new Set(endpoints.map((endpoint) => endpoint.path))
  await client.invalidateQueries({
    predicate: (query) => paths.has(String(query.queryKey[0])) || isDerived(query),
  })
}

/** A key for one attempt at a write: the server answers a second use as it answered the first. */
export function newIdempotencyKey(): string {
  // randomUUID is missing where the page is served over plain http from another machine.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function successNotice<E extends Endpoint>(
  success: WriteOptions<E>['success'],
  answer: AnswerOf<E>,
  request: Request<E>,
): Notice | undefined {
  if (typeof success === 'string') return { title: 'Success', text: success }
  return success?.(answer, request)
}

const seenAgain = 'It is shown as it is now: look at it, then try again.'

function failureNotice<E extends Endpoint>(
  failure: WriteOptions<E>['failure'],
  error: ApiError,
  request: Request<E>,
): Notice | undefined {
  if (typeof failure !== 'string') return failure?.(error, request)
  const sentence = error instanceof ApiError ? error.sentence : undefined
  const detail = error.status === 412 ? `${sentence}. ${seenAgain}` : sentence
  return { title: 'Error', text: failure, tone: 'danger', ...(detail ? { detail } : {}) }
}

function notifyOf(notice: Notice | undefined): void {
  if (notice) notify(notice)
}
