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
import type { SavedTime } from './offline/age-text.ts'
import { readOrStored } from './offline/read-or-stored.ts'
import { inParts } from './send-in-batches.ts'
import { ApiError, type ListPage, type Request, send, sendForList } from './api-client.ts'

type ReadOptions<E> = {
  params?: Record<string, number>
  query?: WireQueryOf<E>
  enabled?: boolean
  /** Polls at this interval while the tab is visible, and at once when it becomes visible again. */
  everyMs?: number
}

/** The row type of a list endpoint. */
export type RowOf<E> = AnswerOf<E> extends readonly (infer Row)[] ? Row : never

/**
 * The cache key of a read; refreshing an endpoint invalidates every key that starts with its path.
 */
export function readKey<E extends Endpoint>(endpoint: E, options: ReadOptions<E> = {}): unknown[] {
  return [endpoint.path, options.params ?? {}, options.query ?? {}]
}

/**
 * Reads one record or one set of values. It never goes stale until a write refreshes it, or
 * `everyMs` passes.
 */
export function useRead<E extends Endpoint>(endpoint: E, options: ReadOptions<E> = {}) {
  const { params = {}, query, enabled = true, everyMs } = options
  const polling = { refetchInterval: everyMs, staleTime: everyMs }
  return useQuery<AnswerOf<E>, ApiError>({
    queryKey: readKey(endpoint, options),
    queryFn: async ({ signal }) => {
      const read = () => send(endpoint, { params, query, signal })
      if (!endpoint.isStoredOffline) return read()
      return (await readOrStored(readKey(endpoint, options), read)).value
    },
    meta: { isDerived: endpoint.isDerived, isStoredOffline: endpoint.isStoredOffline },
    enabled,
    ...(everyMs !== undefined && (polling as { staleTime: number })),
  })
}

/**
 * Reads the current version of a record for a form. Waits for a running refetch, because the cached
 * version may be stale and would be rejected, and then does not change while the user types.
 */
export function useCurrentRecord<E extends Endpoint>(endpoint: E, options: ReadOptions<E> = {}) {
  const { data, error, isFetching, refetch } = useRead(endpoint, options)
  const [fresh, setFresh] = useState<{ data: AnswerOf<E> }>()
  if (!fresh && data !== undefined && !isFetching) setFresh({ data })
  /** Reads it again, after a conflict with another user's change. */
  const again = async () => {
    const read = await refetch({ throwOnError: true })
    const now = read.data as AnswerOf<E>
    setFresh({ data: now })
    return now
  }
  return { data: fresh?.data, error, again }
}

/** A page of a list, and when it was read if it comes from this device, in milliseconds. */
type StoredPage<E> = ListPage<E> & SavedTime

/**
 * Reads one page of a list; the previous page stays visible until the next one arrives. Without a
 * connection it is the page that this device read last.
 */
export function useList<E extends Endpoint>(endpoint: E, options: ReadOptions<E> = {}) {
  const { params = {}, query, enabled = true } = options
  const queryKey = [...readKey(endpoint, options), 'list']
  return useQuery<StoredPage<E>, ApiError>({
    queryKey,
    queryFn: async ({ signal }) => {
      const read = () => sendForList(endpoint, { params, query, signal })
      const { value, savedAt } = await readOrStored(queryKey, read)
      return savedAt === undefined ? value : { ...value, savedAt }
    },
    placeholderData: keepPreviousData,
    meta: { isDerived: endpoint.isDerived, isStoredOffline: true },
    enabled,
  })
}

/** Refetches a list, and the derived totals on the same screen. */
export function useRefetchList({ refetch }: { refetch: () => Promise<unknown> }) {
  const client = useQueryClient()
  return useCallback(async () => {
    const sums = { type: 'active', predicate: isDerived } as const
    // The list may be derived itself; it is not fetched twice.
    await Promise.all([refetch(), client.refetchQueries(sums, { cancelRefetch: false })])
  }, [client, refetch])
}

function isDerived({ meta }: { meta: Record<string, unknown> | undefined }): boolean {
  return meta?.['isDerived'] === true
}

type WriteOptions<E extends Endpoint> = {
  /** The endpoints whose responses this write changes. */
  refreshes?: readonly Endpoint[]
  /** The success toast: a text under the title `Success`, or a whole notice. */
  success?: string | ((answer: AnswerOf<E>, request: Request<E>) => Notice | undefined)
  /**
   * The error toast: a text under the title `Error` (the reason is its second line), or a whole
   * notice.
   */
  failure?: string | ((error: ApiError, request: Request<E>) => Notice | undefined)
  /** Splits a list in the body into batches; the results are merged into one (`bulkOutcome`). */
  parts?: Parts
}

type Parts = { of: string; chunkSize: number }

/**
 * A write with its toasts. `run` rejects with an ApiError, for forms that show it. `tryRun` returns
 * undefined on failure, for buttons that only need the toast. `isDone` returns whether it
 * succeeded.
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
  // After a 412 another user has changed the record, so refresh what is shown. Forms that use `run`
  // handle it themselves.
  const refreshIfStale = useCallback(
    (error: unknown): undefined => {
      const isStale = error instanceof ApiError && error.status === 412
      if (isStale) void refresh(client, latest.current ?? [])
      return undefined
    },
    [client],
  )
  const tryRun = useCallback(
    (request: Request<E>) => run(request).catch(refreshIfStale),
    [run, refreshIfStale],
  )
  const isDone = useCallback(
    (request: Request<E>) =>
      run(request).then(
        () => true,
        (error: unknown) => {
          refreshIfStale(error)
          return false
        },
      ),
    [run, refreshIfStale],
  )
  return { run, tryRun, isDone, isPending: mutation.isPending, error: mutation.error }
}

/**
 * The first batch uses the idempotency key of the whole request, so that a resubmitted form gets
 * the stored response.
 */
async function sendInParts<E extends Endpoint>(
  endpoint: E,
  request: Request<E>,
  { of, chunkSize }: Parts,
): Promise<AnswerOf<E>> {
  // Every endpoint sent in batches accepts a list of ids or records and returns an outcome.
  const idLists = request.body as unknown as Record<string, readonly number[]>
  const outcome = await inParts(idLists[of] ?? [], chunkSize, async (part, chunkIndex) => {
    const idempotencyKey = chunkIndex === 0 ? request.idempotencyKey : newIdempotencyKey()
    const batchRequest: object = { ...request, idempotencyKey, body: { ...idLists, [of]: part } }
    return (await send(endpoint, batchRequest as Request<E>)) as unknown as BulkOutcome
  })
  return outcome as unknown as AnswerOf<E>
}

/** Refetches these endpoints wherever they are shown, and all derived data. */
export async function refresh(client: QueryClient, endpoints: readonly Endpoint[]): Promise<void> {
  const paths = new Set(endpoints.map((endpoint) => endpoint.path))
  await client.invalidateQueries({
    predicate: (query) => paths.has(String(query.queryKey[0])) || isDerived(query),
  })
}

/** A key for one attempt at a write: the server answers a retry with the stored response. */
export function newIdempotencyKey(): string {
  // randomUUID is missing if the page is served over plain HTTP from another machine.
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

const reloadedText = 'The current version is shown. Review it, then try again.'

function failureNotice<E extends Endpoint>(
  failure: WriteOptions<E>['failure'],
  error: ApiError,
  request: Request<E>,
): Notice | undefined {
  if (typeof failure !== 'string') return failure?.(error, request)
  const sentence = error instanceof ApiError ? error.sentence : undefined
  const detail = error.status === 412 ? `${sentence}. ${reloadedText}` : sentence
  return { title: 'Error', text: failure, tone: 'danger', ...(detail ? { detail } : {}) }
}

function notifyOf(notice: Notice | undefined): void {
  if (notice) notify(notice)
}
